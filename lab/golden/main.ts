import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CASES } from './cases/index.ts';
import { differences, written } from './difference.ts';
import { type Golden, Lab } from './lab.ts';
import { golden } from './play/package-entry.ts';

// What is measured and tried asks the model.
process.env.GEMMARK_NO_CACHE = '1';

/** Differences of a run that are printed. */
const SHOWN = 8;

/** `npm run golden [-- NAME...] [-- --record] [-- --keep]`: plays the golden runs and compares what came out with the data. */
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { record: { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !CASES.some((one) => one.name === name));
if (unknown !== undefined) {
	process.stderr.write(`no golden run ${unknown}: there are ${CASES.map(({ name }) => name).join(', ')}\n`);
	process.exit(2);
}
const root = mkdtempSync(join(tmpdir(), 'gemmark-golden-'));
const waiting = CASES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const started = performance.now();
let differing = 0;
await Promise.all([work(), work()]);
if (values.keep) process.stdout.write(`folders of the runs: ${root}\n`);
else rmSync(root, { recursive: true, force: true });
process.stdout.write(
	`${differing === 0 ? 'all equal' : `${differing} differ`} (${((performance.now() - started) / 1000).toFixed(0)} s)\n`,
);
process.exitCode = differing === 0 ? 0 : 1;

async function work(): Promise<void> {
	for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
		const line = await result(next);
		if (!/: (?:equal|recorded)/u.test(line)) differing++;
		process.stdout.write(`${line}\n`);
	}
}

/** One line, and those of what differs. */
async function result(one: Golden): Promise<string> {
	const lab = new Lab(join(root, one.name));
	try {
		await one.run(lab);
	} catch (error) {
		return `${one.name}: failed: ${error instanceof Error ? error.stack : error}`;
	}
	const file = join(golden, 'data/expected', `${one.name}.json`);
	const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
	const found = differences(before, JSON.parse(written(lab.outcome)));
	if (found.length === 0) return `${one.name}: equal`;
	const shown = found.slice(0, SHOWN).map((difference) => `  ${difference}`);
	const more = found.length > SHOWN ? [`  and ${found.length - SHOWN} more`] : [];
	if (!values.record) return [`${one.name}: ${found.length} differences`, ...shown, ...more].join('\n');
	writeFileSync(file, written(lab.outcome));
	return [`${one.name}: recorded`, ...(existsSync(file) ? [...shown, ...more] : [])].join('\n');
}
