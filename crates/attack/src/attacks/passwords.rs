//! Somebody tries passwords.

use agon_client::Person;
use anyhow::Result;

use crate::ground::Ground;
use crate::report::Check;

const LOGIN: &str = "Owner";
const PASSWORD: &str = "right horse battery";
const GUESSES: usize = 30;

/// Wrong ones from one address must not keep the owner out, who is elsewhere.
pub(super) async fn guessing(ground: &mut Ground) -> Result<Vec<Check>> {
    let owner = Person::enter(&ground.honest(), LOGIN).await?;
    owner.register(LOGIN, PASSWORD).await?;
    let site = ground.attacker();
    let (mut wrong, mut limited) = (0, 0);
    for number in 0..GUESSES {
        match Person::sign_in(&site, LOGIN, &format!("wrong password {number}")).await {
            Err(error) if error.code() == Some("bad_login") => wrong += 1,
            Err(error) if error.code() == Some("too_many") => limited += 1,
            Err(error) => return Err(error.into()),
            Ok(_) => return Ok(vec![Check::that(false, "a wrong password was accepted")]),
        }
    }
    let guesser = Person::sign_in(&site, LOGIN, PASSWORD).await;
    let elsewhere = Person::sign_in(&ground.crowd(0), LOGIN, PASSWORD).await;
    let told = |signed: &agon_client::Result<Person>| match signed {
        Ok(_) => "signed in".to_owned(),
        Err(error) => error.to_string(),
    };
    Ok(vec![
        Check::note(format!("{wrong} guesses answered, {limited} refused for their number")),
        Check::note(format!("the right one from the same address: {}", told(&guesser))),
        Check::that(
            elsewhere.is_ok(),
            format!("the right one from elsewhere: {}", told(&elsewhere)),
        ),
    ])
}
