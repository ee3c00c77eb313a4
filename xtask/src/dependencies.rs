//! What the dependencies are: their licences, where they come from, their versions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use spdx::{Expression, Licensee, ParseMode};

use crate::failure::Failure;
use crate::program::{Program, root};

/// The workspaces of the repository.
const MANIFESTS: [&str; 3] = ["Cargo.toml", "fuzz/Cargo.toml", "bindings/python/Cargo.toml"];

/// The part of deny.toml that is checked here; the rest of its settings this check has built in.
#[derive(Deserialize, Debug)]
struct Policy {
    licenses: Licenses,
    sources: Sources,
}

#[derive(Deserialize, Debug)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: Vec<String>,
}

/// What `cargo metadata` tells.
#[derive(Deserialize, Debug)]
struct Metadata {
    packages: Vec<Package>,
    workspace_members: BTreeSet<String>,
    resolve: Resolve,
}

#[derive(Deserialize, Debug)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    manifest_path: String,
    dependencies: Vec<Requirement>,
}

#[derive(Deserialize, Debug)]
struct Requirement {
    name: String,
    req: String,
    path: Option<String>,
}

#[derive(Deserialize, Debug)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize, Debug)]
struct Node {
    id: String,
    dependencies: Vec<String>,
}

/// Checks every package that any workspace of the repository can build.
pub(crate) fn check() -> Result<(), Failure> {
    let policy = policy()?;
    let allowed = policy
        .licenses
        .allow
        .iter()
        .map(|name| Licensee::parse(name).map_err(|error| in_policy(&format!("`{name}`: {error}"))))
        .collect::<Result<Vec<_>, _>>()?;
    let mut used = BTreeSet::new();
    let mut complaints = BTreeSet::new();
    let mut packages = 0;
    for manifest in MANIFESTS {
        let metadata = metadata(manifest)?;
        packages += metadata.packages.len();
        for package in &metadata.packages {
            complaints.extend(license(package, &allowed, &mut used));
            complaints.extend(source(package, &policy.sources));
        }
        complaints.extend(versions(&metadata));
    }
    for (index, name) in policy.licenses.allow.iter().enumerate() {
        if !used.contains(&index) {
            complaints.insert(format!("deny.toml allows the licence {name}, which nothing has"));
        }
    }
    if complaints.is_empty() {
        eprintln!("{packages} packages: licences, sources and versions are as in deny.toml");
        return Ok(());
    }
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    Err(Failure::new(
        format!("{} complaints about the dependencies, listed above", complaints.len()),
        "do without the package, or allow it in deny.toml with the reason",
    ))
}

fn policy() -> Result<Policy, Failure> {
    let text = fs::read_to_string(root().join("deny.toml"))
        .map_err(|error| in_policy(&error.to_string()))?;
    toml::from_str(&text).map_err(|error| in_policy(&error.to_string()))
}

fn in_policy(what: &str) -> Failure {
    Failure::new(format!("deny.toml could not be read: {what}"), "correct deny.toml")
}

fn metadata(manifest: &str) -> Result<Metadata, Failure> {
    let line =
        format!("cargo metadata --format-version 1 --all-features --manifest-path {manifest}");
    eprintln!("$ {line}");
    let json = Program::new(&line).read()?;
    serde_json::from_str(&json).map_err(|error| {
        Failure::new(
            format!("`{line}` printed what this check cannot read: {error}"),
            "adapt xtask/src/dependencies.rs to this version of cargo",
        )
    })
}

/// The licence can be met from the list. Which entries it takes is noted.
fn license(package: &Package, allowed: &[Licensee], used: &mut BTreeSet<usize>) -> Option<String> {
    let Package { name, version, .. } = package;
    let Some(license) = &package.license else {
        return Some(format!("{name} {version} names no licence"));
    };
    // Older packages write `/` for `OR`.
    let expression = match Expression::parse_mode(license, ParseMode::LAX) {
        Ok(expression) => expression,
        Err(error) => return Some(format!("{name} {version}: {error}")),
    };
    let met = expression.evaluate(|wanted| {
        let entry = allowed.iter().position(|licensee| licensee.satisfies(wanted));
        used.extend(entry);
        entry.is_some()
    });
    (!met).then(|| {
        format!("{name} {version} is licensed `{license}`, which deny.toml does not allow")
    })
}

/// The package comes from the registry, or lies in the repository.
fn source(package: &Package, sources: &Sources) -> Option<String> {
    let Package { name, version, .. } = package;
    match &package.source {
        None if Path::new(&package.manifest_path).starts_with(root()) => None,
        None => Some(format!("{name} {version} lies outside the repository")),
        Some(source) => {
            let registry = source.strip_prefix("registry+");
            let known = registry.is_some_and(|url| sources.allow_registry.iter().any(|a| a == url));
            (!known).then(|| format!("{name} {version} comes from {source}"))
        }
    }
}

/// Every member says which version it wants, and all members get the same.
fn versions(metadata: &Metadata) -> Vec<String> {
    let mut complaints = Vec::new();
    let packages: BTreeMap<&str, &Package> =
        metadata.packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let mut direct: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for node in &metadata.resolve.nodes {
        if !metadata.workspace_members.contains(&node.id) {
            continue;
        }
        let member = packages[node.id.as_str()];
        for wanted in &member.dependencies {
            if wanted.req == "*" && wanted.path.is_none() {
                complaints.push(format!("{} wants any version of {}", member.name, wanted.name));
            }
        }
        for dependency in &node.dependencies {
            let dependency = packages[dependency.as_str()];
            direct.entry(&dependency.name).or_default().insert(&dependency.version);
        }
    }
    for (name, versions) in direct {
        if versions.len() > 1 {
            let versions = versions.into_iter().collect::<Vec<_>>().join(" and ");
            complaints.push(format!("the workspace uses {name} in the versions {versions}"));
        }
    }
    complaints
}
