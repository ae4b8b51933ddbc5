//! The files of the site, as browsers ask for them.

use reqwest::StatusCode;
use serde_json::Value;

use crate::harness::Site;

#[tokio::test]
async fn the_list_of_the_shell_names_files_that_are_there() {
    let site = Site::start().await;
    let answer = site.http.get(format!("{}/shell.json", site.url)).send().await.unwrap();
    let tag = answer.headers()["etag"].clone();
    let list: Value = answer.json().await.unwrap();
    let files = list["files"].as_object().unwrap();
    assert!(files.contains_key("/index.html") && files.contains_key("/app.js"));
    assert!(!files.contains_key("/worker.js"), "browsers keep the worker themselves");
    for (path, tag) in files {
        let file = site.http.get(format!("{}{path}", site.url)).send().await.unwrap();
        assert_eq!(file.status(), StatusCode::OK, "{path}");
        assert_eq!(file.headers()["etag"], format!("\"{}\"", tag.as_str().unwrap()), "{path}");
    }
    let again = site.http.get(format!("{}/shell.json", site.url)).header("if-none-match", tag);
    assert_eq!(again.send().await.unwrap().status(), StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn every_file_of_texts_is_a_language() {
    let site = Site::start().await;
    let answer = site.http.get(format!("{}/languages.js", site.url)).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/javascript");
    let module = answer.text().await.unwrap();
    let codes = module.strip_prefix("export default ").and_then(|rest| rest.strip_suffix(";\n"));
    let codes: Vec<String> = serde_json::from_str(codes.unwrap()).unwrap();
    assert!(codes.contains(&"en".to_owned()) && codes.contains(&"he".to_owned()), "{codes:?}");
    for code in codes {
        let file = site.http.get(format!("{}/texts/{code}.js", site.url)).send().await.unwrap();
        assert_eq!(file.status(), StatusCode::OK, "{code}");
    }
}

#[tokio::test]
async fn a_wrong_address_is_a_page_for_people_and_an_error_for_programs() {
    let site = Site::start().await;
    let ask = |accept| site.http.get(format!("{}/nowhere", site.url)).header("accept", accept);
    let page = ask("text/html,*/*;q=0.8").send().await.unwrap();
    assert_eq!(page.status(), StatusCode::NOT_FOUND);
    assert!(page.text().await.unwrap().contains("app.js"));
    let error = ask("*/*").send().await.unwrap();
    assert_eq!(error.status(), StatusCode::NOT_FOUND);
    assert_eq!(error.json::<Value>().await.unwrap()["code"], "not_found");
}

#[tokio::test]
async fn pages_are_served_at_their_addresses() {
    let site = Site::start().await;
    let pages = ["/", "/about", "/game/abc", "/analysis/x"].map(|path| (path, StatusCode::OK));
    let others = ["/home", "/pages", "/pages/none.js"].map(|path| (path, StatusCode::NOT_FOUND));
    for (path, status) in pages.into_iter().chain(others) {
        let answer = site.http.get(format!("{}{path}", site.url)).send().await.unwrap();
        assert_eq!(answer.status(), status, "{path}");
    }
}
