//! A server in this process on a free port.

use std::time::Duration;

use agon_server::{App, Config};
use agon_store::Store;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
pub struct Site {
    /// Base URL without trailing slash.
    pub url: String,
    /// Host key.
    pub host_key: String,
    folder: TempDir,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

fn config(folder: &TempDir) -> Config {
    Config {
        tablebases: Some(folder.path().join("databases")),
        rate_limit: None,
        engine_threads: 1,
        think_time: Duration::from_millis(60),
        report_time: Duration::from_millis(1_500),
        ..Config::default()
    }
}

impl Site {
    /// Starts a server without games.
    pub async fn start() -> Site {
        Site::over(tempfile::tempdir().unwrap(), "127.0.0.1:0", Config::default().grace).await
    }

    /// Like `start`, with this disconnect grace period in milliseconds.
    pub async fn with_grace(grace: u64) -> Site {
        Site::over(tempfile::tempdir().unwrap(), "127.0.0.1:0", grace).await
    }

    async fn over(folder: TempDir, address: &str, grace: u64) -> Site {
        let store = Store::open(&folder.path().join("agon.db")).await.unwrap();
        let config = Config { grace, ..config(&folder) };
        let app = App::start(config, store.clone()).await.unwrap();
        let host_key = store.fact("host key").await.unwrap().unwrap();
        let listener = TcpListener::bind(address).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            agon_server::serve(app, listener, stopped).await.unwrap();
        });
        Site { url, host_key, folder, stop, task }
    }

    /// Shuts the server down; it can be started again with the same data.
    pub async fn stop(self) -> Stopped {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
        Stopped { url: self.url, folder: self.folder }
    }
}

/// A stopped server.
pub struct Stopped {
    url: String,
    folder: TempDir,
}

impl Stopped {
    /// Starts the server again with the same games and address.
    pub async fn start(self) -> Site {
        let address = self.url.trim_start_matches("http://");
        Site::over(self.folder, address, Config::default().grace).await
    }
}
