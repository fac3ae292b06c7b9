-- Who guesses is answered at a time that has nothing to do with a commit, so nothing needs to look like one.
DROP TABLE empty_commits;
