// Opens addresses of puzz.link, a line each, with pzpr, the program behind that site, and prints what pzpr writes for each
// after the question mark, and its number of regions.

const { readFileSync } = require("node:fs");
const pzpr = require("pzpr");

async function main() {
  for (const address of readFileSync(0, "utf8").trim().split("\n")) {
    const puzzle = new pzpr.Puzzle();
    await new Promise((opened) => puzzle.open(address, opened));
    console.log(puzzle.getURL(pzpr.parser.URL_PZPRV3).split("?")[1], puzzle.board.roommgr.components.length);
  }
}

main();
