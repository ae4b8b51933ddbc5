//! Random ids, signatures and passwords.

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// So many random bytes as letters that fit into addresses.
#[must_use]
pub fn random(bytes: usize) -> String {
    let mut buffer = vec![0; bytes];
    getrandom::fill(&mut buffer).expect("the system has random numbers");
    URL_SAFE_NO_PAD.encode(buffer)
}

/// A random number, for what need not be secret.
pub(crate) fn random_u64() -> u64 {
    getrandom::u64().expect("the system has random numbers")
}

/// Letters and digits that cannot be taken for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

fn spell(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// So many random letters and digits, to be read and typed; each is worth five bits.
#[must_use]
pub fn letters(count: usize) -> String {
    let mut buffer = vec![0; count];
    getrandom::fill(&mut buffer).expect("the system has random numbers");
    spell(&buffer)
}

/// What somebody meant who typed such letters: a capital `I` may have passed for what is not among them.
pub(crate) fn typed(text: &str) -> String {
    let kept = text.chars().filter(char::is_ascii_alphanumeric).take(64);
    let meant = |c: char| match c.to_ascii_lowercase() {
        'l' | '1' => 'i',
        letter => letter,
    };
    kept.map(meant).collect()
}

/// An id of a game or person: letters and digits only, so that it can be picked and spoken.
#[must_use]
pub fn id() -> String {
    letters(12)
}

/// Are the texts the same? Takes as long for wrong ones as for right ones.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

/// What is kept of a token.
#[must_use]
pub fn digest(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

/// A key for one purpose that follows from a secret, which cannot be found from it.
#[must_use]
pub(crate) fn derive(secret: &str, purpose: &str) -> [u8; 32] {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes());
    let mut mac = mac.expect("keys of any length are allowed");
    mac.update(purpose.as_bytes());
    mac.finalize().into_bytes().into()
}

/// Such a key as letters that fit into settings.
#[must_use]
pub(crate) fn derive_text(secret: &str, purpose: &str) -> String {
    URL_SAFE_NO_PAD.encode(derive(secret, purpose))
}

/// Signs ids of sessions, for cookies.
#[derive(Clone)]
pub struct Signer {
    mac: Hmac<Sha256>,
}

impl Signer {
    /// With this key.
    #[must_use]
    pub fn new(key: &str) -> Signer {
        let mac = Hmac::new_from_slice(key.as_bytes()).expect("keys of any length are allowed");
        Signer { mac }
    }

    /// The id with its signature.
    #[must_use]
    pub fn sign(&self, id: &str) -> String {
        let mut mac = self.mac.clone();
        mac.update(id.as_bytes());
        format!("{id}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    /// Letters that stand for a text, always the same, and that nobody else could find.
    pub(crate) fn letters(&self, text: &str) -> String {
        let mut mac = self.mac.clone();
        mac.update(text.as_bytes());
        spell(&mac.finalize().into_bytes())
    }

    /// The id, if the signature is ours.
    #[must_use]
    pub fn verify<'t>(&self, signed: &'t str) -> Option<&'t str> {
        let (id, _) = signed.split_once('.')?;
        same(&self.sign(id), signed).then_some(id)
    }
}

/// The hash of a password. Slow on purpose: not for the threads of the runtime.
#[must_use]
pub fn hash_password(password: &str) -> Option<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).ok()?;
    let hash = Argon2::default().hash_password_with_salt(password.as_bytes(), &salt).ok()?;
    Some(hash.to_string())
}

/// Is it the password? Slow on purpose. Where there is no hash, as much time is spent.
#[must_use]
pub fn check_password(password: &str, hash: Option<&str>) -> bool {
    const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5c3NhbHRoZXJl$\
                           dXGyQVyUVjHd2KzTFkuWj9kqkpGNnWh5aIp5JDTQ2aA";
    let verify = |hash: &str| {
        let parsed = PasswordHash::new(hash).ok()?;
        Argon2::default().verify_password(password.as_bytes(), &parsed).ok()
    };
    let right = verify(hash.unwrap_or(NOBODYS)).is_some();
    right && hash.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_signature_counts() {
        let signer = Signer::new("key");
        let signed = signer.sign("anna");
        assert_eq!(signer.verify(&signed), Some("anna"));
        let other = Signer::new("another").sign("anna");
        for forged in ["anna", "anna.", ".", "", &signed.replace("anna", "bob"), &other] {
            assert_eq!(signer.verify(forged), None, "{forged}");
        }
    }

    #[test]
    fn letters_are_typed_as_they_look() {
        for code in [letters(8), letters(32)] {
            assert_eq!(typed(&code), code);
            assert_eq!(typed(&format!(" {}-", code.to_uppercase())), code);
        }
        assert_eq!(typed("8l5M 1-x"), "8i5mix");
        assert_eq!(typed("<שלום>"), "");
    }

    #[test]
    fn passwords_are_checked_against_their_hash() {
        let hash = hash_password("correct horse").unwrap();
        assert!(check_password("correct horse", Some(&hash)));
        assert!(!check_password("wrong horse", Some(&hash)));
        assert!(!check_password("correct horse", None));
        assert!(!hash.contains("horse"));
    }

    /// Made by the reference implementation with the parameters in use since the first version.
    #[test]
    fn stored_hashes_stay_valid() {
        let stored = "$argon2id$v=19$m=19456,t=2,p=1$H5kZzHuTtj8EweQJX0FUFw$\
                      usx04ft5bquu9Q03ce0BvzK/LkRyraSuyFad5vR0wKI";
        assert!(check_password("correct horse", Some(stored)));
        assert!(!check_password("wrong horse", Some(stored)));
        let parameters = |hash: &str| hash.split('$').take(4).collect::<Vec<_>>().join("$");
        assert_eq!(parameters(&hash_password("x").unwrap()), parameters(stored));
    }
}
