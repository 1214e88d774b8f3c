import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Log } from '../src/log/record.ts';
import { writeLogFile } from '../src/log/write-log.ts';
import { workingFolderFixture } from '../src/testing/working-folder-fixture.ts';

/** Each test of the file has a working folder of its own, empty at first; `printed` is what it wrote to both streams so far. */
export function gatingFixture(): { printed: string; folder: string } {
	const output = { printed: '', folder: '' };
	beforeEach(() => {
		output.folder = workingFolderFixture();
		output.printed = '';
		const collect = (text: string | Uint8Array): boolean => {
			output.printed += String(text);
			return true;
		};
		vi.spyOn(process.stdout, 'write').mockImplementation(collect);
		vi.spyOn(process.stderr, 'write').mockImplementation(collect);
	});
	afterEach(() => {
		vi.restoreAllMocks();
		vi.unstubAllEnvs();
	});
	return output;
}

export function logged(name: string, log: Log): string {
	mkdirSync(name, { recursive: true });
	writeLogFile(join(name, 'log.jsonl'), log);
	return name;
}

export function gateFile(...rules: readonly string[]): string {
	writeFileSync('gate.yaml', `version: 1\nrules: [${rules.join(', ')}]\n`);
	return 'gate.yaml';
}

/** The run with one of its prefixes judged the other way. */
export function worsened(log: Log): Log {
	const at = log.samples.findIndex(({ suite, scores }) => suite === 'prefix' && scores.meaningful?.value === true);
	return {
		...log,
		samples: log.samples.map((sample, index) =>
			index === at
				? { ...sample, scores: { ...sample.scores, meaningful: { value: false, reason: 'filler' } } }
				: sample,
		),
	};
}
