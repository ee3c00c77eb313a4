//! The plan of a run: what is counted, and in which pieces.

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use queens::blocks::{Blocks, Cut};
use queens::engine::search::MAX_N;
use serde::{Deserialize, Serialize};

use crate::error::RunError;
use crate::file::{json, write_whole};

/// The schema of `plan.json`.
const SCHEMA: &str = "queens.plan/1";

/// The most shards: as many array elements as the largest Slurm installations allow.
pub(crate) const MOST_SHARDS: u32 = 1_000_000;

/// The longest plan that is read; a real one has a few hundred bytes.
const LONGEST: u64 = 1 << 16;

/// What names a run: the BLAKE3 hash of its plan's bytes.
///
/// ```
/// use queens::blocks::Cut;
/// use queens_run::Plan;
///
/// let size = 8;
/// let plan = Plan::new(size, Cut::search(size, None)?, 2)?;
/// assert_eq!(plan.name().to_string().len(), 64); // the hash of the plan
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunName(blake3::Hash);

impl RunName {
    /// The 32 bytes of the hash.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// let name = plan.name();
    /// assert_eq!(format!("{:02x}", name.bytes()[0]), name.to_string()[..2]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// The first twelve digits, for people.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(plan.name().short(), plan.name().to_string()[..12]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn short(&self) -> String {
        self.0.to_hex()[..12].to_owned()
    }
}

impl fmt::Display for RunName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

/// What is counted and how it is cut; it never changes.
///
/// # Examples
///
/// ```
/// use queens::blocks::Cut;
/// use queens_run::Plan;
///
/// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
/// assert_eq!(plan.blocks(), 18);
/// assert_eq!(plan.shard_of(7), 1);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    size: u32,
    cut: Cut,
    shards: u32,
    blocks: u64,
    blocks_hash: String,
    version: String,
}

/// The plan as it is written; the order of the keys is part of the format.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanDocument {
    schema: String,
    n: u32,
    cut: CutDocument,
    blocks: u64,
    blocks_hash: String,
    shards: u32,
    version: String,
}

/// How a count is cut, as it is written: what a method needs to list its blocks.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(tag = "method", rename_all = "lowercase", deny_unknown_fields)]
enum CutDocument {
    Search { rows: u32, group: u64 },
    Color { group: u32 },
}

impl From<Cut> for CutDocument {
    fn from(cut: Cut) -> Self {
        match cut {
            Cut::Search { rows, group } => Self::Search { rows, group },
            Cut::Color { group } => Self::Color { group },
        }
    }
}

impl CutDocument {
    /// The cut, or what is wrong with it.
    fn read(&self) -> Result<Cut, String> {
        match *self {
            // Deeper cuts would fill the memory of whoever reads the plan.
            Self::Search { rows, group } if rows > Cut::MOST_ROWS || group == 0 => {
                Err(format!("{rows} rows and groups of {group} are no way to cut"))
            }
            Self::Search { rows, group } => Ok(Cut::Search { rows, group }),
            Self::Color { group: 0 } => Err("blocks of no patterns are no way to cut".to_owned()),
            Self::Color { group } => Ok(Cut::Color { group }),
        }
    }
}

impl Plan {
    /// Plans a count cut like this, its blocks dealt to so many shards: block i to shard i mod
    /// `shards`.
    ///
    /// # Errors
    ///
    /// If n is below [`Blocks::MIN_N`] or beyond the method, or if there are no shards, or more than
    /// blocks.
    ///
    /// ```
    /// use queens::blocks::Cut;
    /// use queens_run::Plan;
    ///
    /// let size = 10;
    /// let plan = Plan::new(size, Cut::search(size, Some(20))?, 4)?;
    /// assert_eq!((plan.size(), plan.shards()), (size, 4));
    /// assert!(plan.blocks() >= 4);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: u32, cut: Cut, shards: u32) -> Result<Self, RunError> {
        let list = list(size, cut)?;
        let blocks = list.len();
        if shards == 0 || u64::from(shards) > blocks || shards > MOST_SHARDS {
            let most = blocks.min(u64::from(MOST_SHARDS));
            return Err(RunError::new(
                format!("{shards} shards are not possible with {blocks} blocks"),
                format!("choose from 1 to {most} shards, or cut into more blocks"),
            ));
        }
        let blocks_hash = hash(&list);
        Ok(Self {
            size,
            cut,
            shards,
            blocks,
            blocks_hash,
            version: env!("CARGO_PKG_VERSION").into(),
        })
    }

    /// The size of the board.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(plan.size(), 8);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> u32 {
        self.size
    }

    /// How the count is cut into blocks.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(plan.cut(), Cut::Search { rows: 4, group: 5 });
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn cut(&self) -> Cut {
        self.cut
    }

    /// The number of blocks, numbered from 0.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(plan.blocks(), 18);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The number of shards, numbered from 0.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(plan.shards(), 3);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn shards(&self) -> u32 {
        self.shards
    }

    /// The version of the program that made the plan.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(plan.version().split('.').count(), 3); // as in 0.1.0
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The shard that a block was dealt to.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!([0, 1, 2, 3].map(|block| plan.shard_of(block)), [0, 1, 2, 0]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn shard_of(&self, block: u64) -> u32 {
        (block % u64::from(self.shards)) as u32
    }

    /// The blocks, listed anew and compared with what the plan says of them.
    ///
    /// # Errors
    ///
    /// If this version of the program makes other blocks than the one that planned.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(plan.list()?.len(), plan.blocks());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(&self) -> Result<Blocks, RunError> {
        let list = list(self.size, self.cut)?;
        if list.len() == self.blocks && hash(&list) == self.blocks_hash {
            return Ok(list);
        }
        let (this, that) = (env!("CARGO_PKG_VERSION"), self.version.escape_debug());
        Err(RunError::new(
            format!(
                "the plan's blocks are not those that queens {this} makes for n = {}",
                self.size
            ),
            format!("go on with queens {that}, which made the plan; or plan a new run"),
        ))
    }

    /// The plan as it is written to `plan.json`, the same bytes for the same plan.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert!(plan.text().contains("queens.plan/1"));
    /// assert_eq!(Plan::read(&plan.text())?, plan);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self) -> String {
        json(&self.document()) + "\n"
    }

    /// What names a run of this plan.
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// let other = Plan::new(plan.size(), plan.cut(), 2)?;
    /// assert_eq!(plan.name(), plan.clone().name());
    /// assert_ne!(plan.name(), other.name());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self) -> RunName {
        RunName(blake3::hash(self.text().as_bytes()))
    }

    pub(crate) fn document(&self) -> PlanDocument {
        PlanDocument {
            schema: SCHEMA.to_owned(),
            n: self.size,
            cut: self.cut.into(),
            blocks: self.blocks,
            blocks_hash: self.blocks_hash.clone(),
            shards: self.shards,
            version: self.version.clone(),
        }
    }

    /// Reads a plan, and refuses whatever is not exactly as it would be written.
    ///
    /// # Errors
    ///
    /// One that says what is wrong with the text.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::Plan;
    ///
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// assert_eq!(Plan::read(&plan.text())?, plan);
    /// let error = Plan::read(&(plan.text() + "\n")).unwrap_err();
    /// assert!(error.to_string().starts_with("the plan cannot be used: it was edited"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, RunError> {
        #[derive(Deserialize)]
        struct Schema {
            schema: String,
        }
        let bad = |what: String| {
            RunError::new(
                format!("the plan cannot be used: {what}"),
                "restore plan.json from a copy; without it the run's parts mean nothing",
            )
        };
        let Schema { schema } =
            serde_json::from_str(text).map_err(|error| bad(format!("it is damaged ({error})")))?;
        if schema != SCHEMA {
            let what = format!("its schema is `{}`, not `{SCHEMA}`", schema.escape_debug());
            let this = env!("CARGO_PKG_VERSION");
            let advice = format!("use the version of queens that made it; this is {this}");
            return Err(RunError::new(format!("the plan cannot be used: {what}"), advice));
        }
        let document: PlanDocument =
            serde_json::from_str(text).map_err(|error| bad(format!("it is damaged ({error})")))?;
        let plan = Self::from_document(&document).map_err(bad)?;
        if plan.text() != text {
            return Err(bad("it was edited: it is not written as a plan is".to_owned()));
        }
        Ok(plan)
    }

    /// The plan of a document, or what is wrong with it.
    pub(crate) fn from_document(document: &PlanDocument) -> Result<Self, String> {
        let PlanDocument { schema, n, cut, blocks, blocks_hash, shards, version } =
            document.clone();
        if schema != SCHEMA {
            return Err(format!("its schema is `{}`, not `{SCHEMA}`", schema.escape_debug()));
        }
        if !(Blocks::MIN_N..=MAX_N).contains(&n) {
            return Err(format!("n = {n} is not from {} to {MAX_N}", Blocks::MIN_N));
        }
        let cut = cut.read()?;
        if blocks == 0 || shards == 0 || u64::from(shards) > blocks || shards > MOST_SHARDS {
            return Err(format!("{blocks} blocks cannot be dealt to {shards} shards"));
        }
        // Blocks are listed, and files about them kept in memory.
        if blocks > 1 << 32 {
            return Err(format!("{blocks} blocks are more than any plan has"));
        }
        let size = n.map_err(|error| error.to_string())?;
        Ok(Self { size, cut, shards, blocks, blocks_hash, version })
    }
}

fn list(size: u32, cut: Cut) -> Result<Blocks, RunError> {
    if size < Blocks::MIN_N {
        return Err(RunError::new(
            format!("n = {size} is too small for a run"),
            format!("`queens count {size}` tells at once; runs begin at n = {}", Blocks::MIN_N),
        ));
    }
    Blocks::new(size, cut).map_err(|error| RunError::new(error.to_string(), error.advice()))
}

/// The hash of the descriptions of all blocks, each preceded by its number.
fn hash(list: &Blocks) -> String {
    let mut hasher = blake3::Hasher::new();
    for block in 0..list.len() {
        hasher.update(&block.to_le_bytes());
        list.describe(block, &mut |bytes| {
            hasher.update(bytes);
        });
    }
    hasher.finalize().to_hex().to_string()
}

/// A run: a directory with its plan.
///
/// ```
/// use queens::{blocks::Cut};
/// use queens_run::{Plan, Run};
///
/// # let folder = tempfile::tempdir()?;
/// # let dir = folder.path().join("r8");
/// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
/// let run = Run::create(&dir, plan)?;
/// assert_eq!(Run::open(&dir)?.name(), run.name()); // in another process, say
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    dir: PathBuf,
    plan: Plan,
    name: RunName,
}

impl Run {
    /// Makes a new run in a directory that does not exist or is empty.
    ///
    /// # Errors
    ///
    /// If something is there already, or the directory cannot be written.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens::{blocks::Cut};
    /// use queens_run::{Plan, Run};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let dir = folder.path().join("r8");
    /// let plan = Plan::new(8, Cut::Search { rows: 4, group: 5 }, 3)?;
    /// Run::create(&dir, plan.clone())?;
    /// assert!(dir.join("plan.json").exists());
    /// assert!(Run::create(&dir, plan).is_err()); // there is one already
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn create(dir: &Path, plan: Plan) -> Result<Self, RunError> {
        let writing = |error: io::Error| RunError::writing(dir, &error);
        if Self::is_at(dir) {
            return Err(RunError::new(
                format!("there is a run in {} already", dir.display()),
                format!(
                    "go on with it: `queens run status {}`; or choose another directory",
                    dir.display()
                ),
            ));
        }
        match fs::read_dir(dir) {
            Ok(mut entries) => {
                if entries.next().is_some() {
                    return Err(RunError::new(
                        format!("{} is not empty, and holds no run", dir.display()),
                        "choose a directory that does not exist yet",
                    ));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(writing(error)),
        }
        fs::create_dir_all(dir.join("parts")).map_err(writing)?;
        write_whole(&plan_path(dir), |out| out.write_all(plan.text().as_bytes()))?;
        let name = plan.name();
        Ok(Self { dir: dir.to_owned(), plan, name })
    }

    /// Opens the run in a directory.
    ///
    /// # Errors
    ///
    /// If there is none, or its plan is damaged or of another version.
    ///
    /// # Examples
    ///
    /// ```
    /// use queens_run::Run;
    ///
    #[doc = example_run!()]
    /// assert_eq!(Run::open(run.dir())?.plan(), run.plan());
    /// assert!(Run::open("there/is/no/such/run".as_ref()).is_err());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(dir: &Path) -> Result<Self, RunError> {
        let path = plan_path(dir);
        let bytes = read_limited(&path, LONGEST).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => RunError::new(
                format!("there is no run in {}", dir.display()),
                format!("`queens run plan N --dir {}` makes one", dir.display()),
            ),
            _ => RunError::reading(&path, &error),
        })?;
        let text = String::from_utf8_lossy(&bytes);
        let plan = Plan::read(&text).map_err(|error| {
            RunError::new(format!("{}: {error}", path.display()), error.advice())
        })?;
        let name = plan.name();
        Ok(Self { dir: dir.to_owned(), plan, name })
    }

    /// Tells whether there is a run in a directory.
    ///
    /// ```
    /// use queens_run::Run;
    ///
    #[doc = example_run!()]
    /// assert!(Run::is_at(run.dir()));
    /// assert!(!Run::is_at(&run.parts_dir()));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_at(dir: &Path) -> bool {
        plan_path(dir).exists()
    }

    /// Its directory.
    ///
    /// ```
    #[doc = example_run!()]
    /// assert!(run.dir().join("plan.json").exists());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its plan.
    ///
    /// ```
    #[doc = example_run!()]
    /// // `run` is one of n = 8 in three blocks.
    /// assert_eq!((run.plan().size(), run.plan().blocks()), (8, 3));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its name.
    ///
    /// ```
    #[doc = example_run!()]
    /// assert_eq!(run.name(), run.plan().name());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self) -> RunName {
        self.name
    }

    /// Where the parts are.
    ///
    /// ```
    #[doc = example_run!()]
    /// assert_eq!(run.parts_dir(), run.dir().join("parts"));
    /// assert!(run.parts_dir().is_dir()); // from the beginning
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts_dir(&self) -> PathBuf {
        self.dir.join("parts")
    }

    /// Where the certificate is, once there is one.
    ///
    /// ```
    #[doc = example_run!()]
    /// assert_eq!(run.certificate_path(), run.dir().join("certificate.json"));
    /// assert!(!run.certificate_path().exists()); // merging writes it
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn certificate_path(&self) -> PathBuf {
        self.dir.join("certificate.json")
    }

    /// Where the report is, once there is one.
    ///
    /// ```
    #[doc = example_run!()]
    /// assert_eq!(run.report_path(), run.dir().join("report.json"));
    /// assert!(!run.report_path().exists()); // merging writes it
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn report_path(&self) -> PathBuf {
        self.dir.join("report.json")
    }
}

fn plan_path(dir: &Path) -> PathBuf {
    dir.join("plan.json")
}

/// Reads a file that must not be longer than `most`.
fn read_limited(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(fs::File::open(path)?, most), &mut bytes)?;
    Ok(bytes)
}
