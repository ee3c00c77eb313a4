//! Which requests are allowed, by the name that they use for this server, the page that they come from, and the
//! token.
//!
//! A page of another site can make a browser send requests here. Two checks prevent that, and the token is
//! a third. *Host*: a site can let its own name resolve to 127.0.0.1 (DNS rebinding), and would then count
//! as the origin of what it reads here. But the request has that name, and the server only answers to
//! addresses and names that are known to be this machine's. *Origin*: a browser says which page a request
//! comes from, except for requests that a page may make to its own origin without saying so; the API
//! answers its own page alone.

use std::net::IpAddr;

use axum::http::header::{AUTHORIZATION, HOST, HeaderMap, HeaderName, ORIGIN};
use axum::http::request::Parts;
use axum::http::uri::Authority;

use crate::api_error::ApiError;
use crate::document::Code;

/// The fetch metadata header in which browsers say where a request comes from, even if they send no
/// `Origin`.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Which requests are allowed.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Names, beside addresses and `localhost`, that are this server's; in lower case.
    pub(crate) names: Vec<String>,
    /// The hash of the token, if one is required.
    pub(crate) token: Option<blake3::Hash>,
}

impl Guard {
    /// Whether the request names this server; checked for every path.
    pub(crate) fn host(&self, request: &Parts) -> Result<(), ApiError> {
        let mut hosts = request.headers.get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(ApiError::host(""));
        };
        let host = host.to_str().map_err(|_| ApiError::host("?"))?;
        self.is_here(host)?;
        // A request may name the host in its first line too.
        match request.uri.authority() {
            Some(authority) => self.is_here(authority.as_str()),
            None => Ok(()),
        }
    }

    fn is_here(&self, host: &str) -> Result<(), ApiError> {
        let refuse = || ApiError::host(host);
        let authority: Authority = host.parse().map_err(|_| refuse())?;
        // Whatever follows is a port: `user@` is none, and neither is what some parsers let pass.
        let port = authority.as_str().strip_prefix(authority.host()).ok_or_else(refuse)?;
        if !port.is_empty()
            && port.strip_prefix(':').and_then(|port| port.parse::<u16>().ok()).is_none()
        {
            return Err(refuse());
        }
        let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
        let literal = name.trim_start_matches('[').trim_end_matches(']');
        // A browser asks an address for nothing but that address.
        let address = literal.parse::<IpAddr>().is_ok();
        if address || name == "localhost" || self.names.contains(&name) {
            return Ok(());
        }
        Err(refuse())
    }

    /// Whether the request to the API comes from this server's own page, or from no page.
    pub(crate) fn origin(headers: &HeaderMap) -> Result<(), ApiError> {
        for origin in headers.get_all(ORIGIN) {
            let origin = origin.to_str().map_err(|_| ApiError::origin("?"))?;
            let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
            let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if !rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host)) {
                return Err(ApiError::origin(origin));
            }
        }
        for site in headers.get_all(SEC_FETCH_SITE) {
            if site != "same-origin" && site != "none" {
                return Err(ApiError::origin(site.to_str().unwrap_or("?")));
            }
        }
        Ok(())
    }

    /// Whether the request has the token, if one is required.
    pub(crate) fn token(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let Some(token) = self.token else { return Ok(()) };
        let given = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let given = given.and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        // Hashes are compared in constant time, and reveal nothing about the token.
        match given {
            Some(given) if blake3::hash(given.as_bytes()) == token => Ok(()),
            _ => Err(ApiError::new(
                Code::Token,
                "this server requires its token, and the request has none or a wrong one",
                "open the address that `queens serve` printed, or send `Authorization: Bearer TOKEN`",
            )),
        }
    }
}

/// A new token: 128 bits of the system's randomness, in hexadecimal digits.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        let pair = |(name, value): &(HeaderName, &str)| {
            (name.clone(), HeaderValue::from_bytes(value.as_bytes()).unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let guard = Guard { names: vec!["node7".to_owned()], token: None };
        for host in [
            "127.0.0.1",
            "127.0.0.1:8092",
            "localhost",
            "LocalHost:1",
            "localhost.:80",
            "[::1]:8092",
            "192.168.0.7:8092",
            "node7:8092",
            "NODE7.",
        ] {
            assert!(guard.is_here(host).is_ok(), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "evil.example:8092",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "node7.evil.example",
            "user@localhost",
            "localhost@evil.example",
            "local host",
            "localhost/x",
            "node",
            "[::1",
            "127.1",
            "0x7f.0.0.1",
            "2130706433",
            ":8092",
            "localhost:x",
        ] {
            assert!(guard.is_here(host).is_err(), "{host}");
        }
    }

    #[test]
    fn other_pages_are_refused() {
        let host = (HOST, "localhost:8092");
        for good in [
            vec![host.clone()],
            vec![host.clone(), (ORIGIN, "http://localhost:8092")],
            vec![host.clone(), (ORIGIN, "https://LOCALHOST:8092"), (SEC_FETCH_SITE, "same-origin")],
            vec![host.clone(), (SEC_FETCH_SITE, "none")],
        ] {
            assert!(Guard::origin(&headers(&good)).is_ok(), "{good:?}");
        }
        for bad in [
            vec![host.clone(), (ORIGIN, "http://localhost:3000")],
            vec![host.clone(), (ORIGIN, "http://localhost")],
            vec![host.clone(), (ORIGIN, "null")],
            vec![host.clone(), (ORIGIN, "")],
            vec![host.clone(), (ORIGIN, "http://localhost:8092.evil.example")],
            vec![host.clone(), (ORIGIN, "file://localhost:8092")],
            vec![host.clone(), (SEC_FETCH_SITE, "cross-site")],
            vec![host.clone(), (SEC_FETCH_SITE, "same-site")],
            vec![host, (ORIGIN, "http://localhost:8092"), (ORIGIN, "http://evil.example")],
        ] {
            assert!(Guard::origin(&headers(&bad)).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn the_token_is_demanded_whole() {
        let token = new_token().unwrap();
        assert_eq!(token.len(), 32);
        assert_ne!(token, new_token().unwrap());
        let guard = Guard { names: Vec::new(), token: Some(blake3::hash(token.as_bytes())) };
        let ask = |value: &str| guard.token(&headers(&[(AUTHORIZATION, value)])).is_ok();
        assert!(ask(&format!("Bearer {token}")) && ask(&format!("bearer  {token}")));
        for bad in ["", "Bearer", "Bearer ", &token, &format!("Basic {token}")] {
            assert!(!ask(bad), "{bad}");
        }
        assert!(!ask(&format!("Bearer {}", &token[..31])) && !ask(&format!("Bearer {token}0")));
        assert!(guard.token(&HeaderMap::new()).is_err());
        let open = Guard { token: None, ..guard.clone() };
        assert!(open.token(&HeaderMap::new()).is_ok());
    }
}
