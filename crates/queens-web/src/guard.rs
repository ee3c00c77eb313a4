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

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, HOST, HeaderMap, ORIGIN};
use axum::http::uri::Authority;

use crate::api_error::{ApiError, Code};

#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// Names, beside addresses and `localhost`, that are this server's; in lower case.
    pub(crate) names: Vec<String>,
    /// The hash of the token, if one is required.
    pub(crate) token: Option<blake3::Hash>,
}

impl Guard {
    /// Whether the request is allowed: any to this server for the page, which is no secret.
    pub(crate) fn admits(&self, request: &Request, is_api: bool) -> Result<(), ApiError> {
        self.host(request)?;
        if is_api {
            origin(request.headers())?;
            self.token(request.headers())?;
        }
        Ok(())
    }

    fn host(&self, request: &Request) -> Result<(), ApiError> {
        let mut hosts = request.headers().get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(ApiError::host(""));
        };
        let host = host.to_str().map_err(|_| ApiError::host("?"))?;
        self.is_here(host)?;
        // A request may name the host in its first line too.
        request.uri().authority().map_or(Ok(()), |authority| self.is_here(authority.as_str()))
    }

    fn is_here(&self, host: &str) -> Result<(), ApiError> {
        let refuse = || ApiError::host(host);
        let authority: Authority = host.parse().map_err(|_| refuse())?;
        // Whatever follows is a port: `user@` is none, and neither is what some parsers let pass.
        let port = authority.as_str().strip_prefix(authority.host()).ok_or_else(refuse)?;
        let is_port = port.strip_prefix(':').is_some_and(|port| port.parse::<u16>().is_ok());
        let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
        let literal = name.trim_start_matches('[').trim_end_matches(']');
        // A browser asks an address for nothing but that address.
        let address = literal.parse::<IpAddr>().is_ok();
        let here = address || name == "localhost" || self.names.contains(&name);
        if here && (is_port || port.is_empty()) { Ok(()) } else { Err(refuse()) }
    }

    fn token(&self, headers: &HeaderMap) -> Result<(), ApiError> {
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

/// Whether the request to the API comes from this server's own page, or from no page.
fn origin(headers: &HeaderMap) -> Result<(), ApiError> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    for origin in headers.get_all(ORIGIN) {
        let origin = origin.to_str().map_err(|_| ApiError::origin("?"))?;
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if !rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host)) {
            return Err(ApiError::origin(origin));
        }
    }
    // Browsers say so even if they send no `Origin`.
    let mut sites = headers.get_all("sec-fetch-site").iter();
    match sites.find(|site| *site != "same-origin" && *site != "none") {
        Some(site) => Err(ApiError::origin(site.to_str().unwrap_or("?"))),
        None => Ok(()),
    }
}

/// 128 bits of the system's randomness, in hexadecimal digits.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
