import { spawnSync } from 'node:child_process';

/** Commits that a run of them shows. */
const MOST_COMMITS = 5;
/** Pairs that git is asked about: it is a process each. */
const MOST_PAIRS = 40;
const HASH = /^[0-9a-f]{7,64}$/u;

/**
 * For each of some commits in the order of their runs, the subjects of what came since the one before it, as the
 * repository here tells; where it does not know them, the hash alone. Only the newest pairs are asked.
 */
export function commitsBetween(commits: readonly (string | undefined)[]): readonly (readonly string[])[] {
	let asked = 0;
	const pairs = commits.map((commit, index) => ({ commit, before: commits[index - 1] })).reverse();
	return pairs
		.map(({ commit, before }) => {
			if (commit === undefined) return [];
			if (before === undefined || before === commit || asked >= MOST_PAIRS) return [commit.slice(0, 9)];
			asked += 1;
			return subjects(before, commit) ?? [commit.slice(0, 9)];
		})
		.reverse();
}

function subjects(before: string, commit: string): readonly string[] | undefined {
	if (!HASH.test(before) || !HASH.test(commit)) return undefined;
	const args = ['log', '--format=%h %s', `--max-count=${MOST_COMMITS + 1}`, `${before}..${commit}`, '--'];
	const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', timeout: 2000, maxBuffer: 1 << 20 });
	const lines = status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
	if (lines.length === 0) return undefined;
	return lines.length > MOST_COMMITS ? [...lines.slice(0, MOST_COMMITS), '…'] : lines;
}
