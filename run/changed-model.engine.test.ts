import { closeSync, existsSync, openSync, readFileSync, statSync, utimesSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { EngineError } from '../src/base/errors.ts';
import { answerCacheFile } from '../src/download/folders.ts';
import { defineSuite } from '../src/eval/define/define-suite.ts';
import * as scorers from '../src/eval/scoring/scorers.ts';
import { writeRandomGguf } from '../src/testing/gguf/random-gguf.ts';
import { workingFolderFixture } from '../src/testing/working-folder-fixture.ts';
import { answerCacheSize } from './answer-cache.ts';
import { type EvaluateOptions, evaluate } from './evaluate.ts';
import type { Run } from './results/read-run.ts';

/** A run of three samples that calls `change` after the first. */
async function changed(change: (file: string) => void, options: EvaluateOptions = {}): Promise<Run> {
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

it('ends where its model file was overwritten, and goes on when it is restored', async () => {
	workingFolderFixture();
	writeRandomGguf('tiny.gguf', 'tiny-gemma4');
	const before = readFileSync('tiny.gguf').subarray(-1024);
	const run = await changed((file) => overwriteEnd(file, new Uint8Array(1024)));
	const said = { code: 'engine.at-sample', params: { problem: { code: 'engine.file-rewritten' } } };
	expect(run.failure).toMatchObject({ failure: 'unconfirmed', said });
	expect(causes(run)).toEqual([false]);
	overwriteEnd('tiny.gguf', before);
	const resumed = await changed(() => undefined, { resume: true });
	expect([resumed.failure, causes(resumed)]).toEqual([undefined, [false, false, false]]);
});

it('asks again, of an engine that is loaded anew, what a file was asked that was only written', async () => {
	workingFolderFixture();
	writeRandomGguf('tiny.gguf', 'tiny-gemma4');
	const run = await changed((file) => {
		utimesSync(file, 1, 1);
	});
	expect([run.failure, causes(run)]).toEqual([undefined, [false, false, false]]);
	expect(run.log.samples.map(({ timings }) => timings.attempts)).toEqual([undefined, 2, undefined]);
});

const texts = ({ log }: Run): unknown =>
	log.samples.map(({ transcript }) => transcript.generations.map(({ pieces }) => pieces));

it('has no answer of other weights in cache, resumed run or a run beside it, though the file was restored', async () => {
	workingFolderFixture();
	vi.stubEnv('GEMMARK_CACHE', join(process.cwd(), 'cache'));
	onTestFinished(() => void vi.unstubAllEnvs());
	writeRandomGguf('tiny.gguf', 'tiny-gemma4');
	const before = readFileSync('tiny.gguf').subarray(-60_000);
	const whole = texts(await changed(() => undefined, { out: 'whole' }));
	const overwrite = (file: string): void => overwriteEnd(file, new Uint8Array(60_000));
	const cut = await Promise.all(
		['run', 'beside'].map((out) => changed(overwrite, { out, cache: true }).catch((error: unknown) => error)),
	);
	// One of them may still be loading.
	const failures = cut.map((one) => (one instanceof EngineError ? one : (one as Run).failure));
	expect(failures).toMatchObject([{ failure: 'unconfirmed' }, { failure: 'unconfirmed' }]);
	expect(answerCacheSize(answerCacheFile()).answers).toBe(0);
	overwriteEnd('tiny.gguf', before);
	for (const out of ['run', 'beside', 'again']) {
		const resume = existsSync(join(out, 'log.jsonl'));
		const run = await changed(() => undefined, { out, resume, cache: true });
		expect([run.failure, texts(run)]).toEqual([undefined, whole]);
	}
	expect(answerCacheSize(answerCacheFile()).answers).toBe(3);
});
