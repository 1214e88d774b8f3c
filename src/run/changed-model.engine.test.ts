import { closeSync, openSync, readFileSync, statSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineSuite } from '../eval/define/define-suite.ts';
import * as scorers from '../eval/scoring/scorers.ts';
import { writeRandomGguf } from '../testing/gguf/random-gguf.ts';
import { workingFolderFixture } from '../testing/working-folder-fixture.ts';
import { evaluate } from './evaluate.ts';
import type { Run } from './results/read-run.ts';

/** A run of three samples that calls `change` after the first. */
async function changed(change: (file: string) => void, options: { readonly resume?: true } = {}): Promise<Run> {
	const model = join(process.cwd(), 'tiny.gguf');
	const samples = ['a', 'b', 'c'].map((id) => ({ id, input: id }));
	const suites = [defineSuite({ name: 'own', samples, scorers: [scorers.called()] })];
	const config = { app: { name: 'own', system: 'You help.', tools: [] }, suites, targets: [{ model, threads: 1 }] };
	let isFirst = true;
	const sample = (): void => {
		if (isFirst) change(model);
		isFirst = false;
	};
	return evaluate(config, { out: 'run', maxTokens: 2, listen: { sample }, ...options });
}

const causes = ({ log }: Run): unknown => log.samples.map(({ scores }) => scores.called?.unscored === 'unconfirmed');

/** Writes the last bytes of a file in place, without the truncation that would end the engine. */
function overwriteEnd(file: string, bytes: Uint8Array): void {
	const open = openSync(file, 'r+');
	writeSync(open, bytes, 0, bytes.length, statSync(file).size - bytes.length);
	closeSync(open);
}

it('leaves unscored what a model file was asked after it was overwritten, until it is restored', async () => {
	workingFolderFixture();
	writeRandomGguf('tiny.gguf', 'tiny-gemma4');
	const before = readFileSync('tiny.gguf').subarray(-1024);
	const run = await changed((file) => overwriteEnd(file, new Uint8Array(1024)));
	expect(run.failure).toMatchObject({ failure: 'unconfirmed', said: { code: 'engine.file-rewritten' } });
	expect(causes(run)).toEqual([false, true, true]);
	overwriteEnd('tiny.gguf', before);
	const resumed = await changed(() => undefined, { resume: true });
	expect([resumed.failure, causes(resumed)]).toEqual([undefined, [false, false, false]]);
});

it('takes a file that was only touched for the same model', async () => {
	workingFolderFixture();
	writeRandomGguf('tiny.gguf', 'tiny-gemma4');
	const run = await changed((file) => {
		utimesSync(file, 1, 1);
	});
	expect([run.failure, causes(run)]).toEqual([undefined, [false, false, false]]);
});
