#!/usr/bin/env bash
# R's lpSolve: where there is no solution, `num.bin.solns` is the number that was asked for.
#
# Expected: after `lp(..., all.bin = TRUE, num.bin.solns = k)` the answer's `num.bin.solns` says how many solutions were found (its help
# shows 8 queens), so asking for more than there are counts them.
# Seen (29 Nov 2026, lpSolve 5.6.18 of Debian 12): 4, 5 and 6 queens have 2, 10 and 4 of 20, all different. 2 and 3 queens, and 6 queens
# with one at c3, have none, and `num.bin.solns` is 20, with an objective of 0. Only `status` tells: 2 instead of 0.
# Hurt: people who count with it, and generators that ask for two solutions to see whether a board is unique.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
# The libraries that R needs have no version here: security updates replace them, and none of them takes part.
apt-get download -qq r-base-core=4.2.2.20221110-2 r-cran-lpsolve=5.6.18-1 libblas3 liblapack3 libgfortran5 libgomp1 libtirpc3 libreadline8 \
  2>apt.log || { cat apt.log; echo "needs Debian 12 and a fresh apt-get update" >&2; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" .; done
lib=$tmp/usr/lib/x86_64-linux-gnu
export R_HOME="$tmp/usr/lib/R" LD_LIBRARY_PATH="$tmp/usr/lib/R/lib:$lib:$lib/blas:$lib/lapack" R_DEFAULT_PACKAGES=NULL
rm -rf "$R_HOME/etc" && mkdir "$R_HOME/etc" && touch "$R_HOME/etc/Renviron" # in the package it points to the system's
cat >count.R <<'EOF_R'
library(lpSolve, lib.loc = file.path(R.home(), "site-library"))
count <- function(n, fixed = NULL) {
  squares <- expand.grid(column = 1:n, row = 1:n)
  line <- function(values, all) t(sapply(all, function(v) as.numeric(values == v)))
  lines <- with(squares, rbind(line(row, 1:n), line(column, 1:n), line(row + column, 2:(2 * n)), line(row - column, (1 - n):(n - 1))))
  right <- rep(1, nrow(lines))
  direction <- c(rep("=", 2 * n), rep("<=", 4 * n - 2))
  if (!is.null(fixed)) {
    lines <- rbind(lines, with(squares, as.numeric(column == fixed[1] & row == fixed[2])))
    right <- c(right, 1)
    direction <- c(direction, "=")
  }
  found <- lp("max", rep(1, n * n), lines, direction, right, all.bin = TRUE, num.bin.solns = 20)
  if (found$status == 0) {
    boards <- matrix(found$solution[1:(n * n * found$num.bin.solns)], ncol = n * n, byrow = TRUE)
    stopifnot("changed: repeated solutions" = !any(duplicated(boards)))
  }
  cat(n, "queens", if (!is.null(fixed)) "and c3", "- status", found$status, "num.bin.solns", found$num.bin.solns, "objective", found$objval, "\n")
  c(found$status, found$num.bin.solns)
}
cat(R.version.string, "\n")
stopifnot("changed: solvable boards" = all(c(count(4), count(5), count(6)) == c(0, 2, 0, 10, 0, 4))) # OEIS A000170
stopifnot("changed: boards without a solution" = all(c(count(2), count(3), count(6, c(3, 3))) == c(2, 20, 2, 20, 2, 20)))
EOF_R
usr/lib/R/bin/exec/R --no-save --no-restore --no-echo -f count.R
