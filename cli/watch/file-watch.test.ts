import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { writeLogFile } from '../../src/log/write-log.ts';
import { declaredSuiteFixture } from '../../src/testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../../src/testing/log-line-fixture.ts';
import { FileWatch } from './file-watch.ts';
import { flipsText, outcomesIn } from './flips.ts';

function folderFixture(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gemmark-file-watch-')));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** What is seen of a change, once the watch of the file in the folder is there. */
async function seen(file: string, change: () => void): Promise<void> {
	const onChange = vi.fn();
	const watch = new FileWatch(onChange, (code) => expect.fail(code));
	onTestFinished(() => watch.close());
	watch.add([file]);
	await delay(SETTLED_MS);
	onChange.mockClear();
	change();
	await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), 20_000);
}

const SETTLED_MS = 300;

it('sees a file that is replaced as editors do it', async () => {
	const folder = folderFixture();
	const file = join(folder, 'system.md');
	writeFileSync(file, 'a');
	await seen(file, () => {
		writeFileSync(`${file}.new`, 'b');
		renameSync(`${file}.new`, file);
	});
});

it('sees a file that is made later, in a folder that is made later', async () => {
	const folder = folderFixture();
	await seen(join(folder, 'words', 'system.md'), () => {
		mkdirSync(join(folder, 'words'));
		writeFileSync(join(folder, 'words', 'system.md'), 'a');
	});
});

it('sees a file behind a link', async () => {
	const folder = folderFixture();
	mkdirSync(join(folder, 'shared'));
	writeFileSync(join(folder, 'shared', 'system.md'), 'a');
	symlinkSync('shared/system.md', join(folder, 'system.md'));
	await seen(join(folder, 'system.md'), () => writeFileSync(join(folder, 'shared', 'system.md'), 'b'));
});

it('sees a file in a folder that was moved away and made again', async () => {
	const folder = folderFixture();
	const [words, file] = [join(folder, 'words'), join(folder, 'words', 'system.md')];
	mkdirSync(words);
	writeFileSync(file, 'a');
	const onChange = vi.fn();
	const watch = new FileWatch(onChange, (code) => expect.fail(code));
	onTestFinished(() => watch.close());
	watch.add([file]);
	await delay(SETTLED_MS);
	renameSync(words, join(folder, 'old'));
	cpSync(join(folder, 'old'), words, { recursive: true });
	await delay(4 * SETTLED_MS);
	onChange.mockClear();
	writeFileSync(file, 'b');
	await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), 20_000);
});

it('tells apart the samples of two suites that have the same ids', async () => {
	const folder = folderFixture();
	const outcomes = async (name: string, values: readonly boolean[]) => {
		const suites = ['one', 'two'].map((suite) =>
			declaredSuiteFixture({ name: suite, scores: { right: { kind: 'rate', title: 'right', main: true } } }),
		);
		const samples = values.map((value, index) =>
			logSampleFixture({ suite: suites[index]?.name, sampleId: 'a', scores: { right: { value } } }),
		);
		mkdirSync(join(folder, name));
		writeLogFile(join(folder, name, 'log.jsonl'), {
			header: logHeaderFixture({ suites }),
			samples,
			failures: [],
			footer: { type: 'footer', endedAt: '2026-11-28', outcome: 'complete' },
		});
		return (await outcomesIn(join(folder, name))) ?? new Map();
	};
	const [before, after] = [await outcomes('before', [true, false]), await outcomes('after', [false, true])];
	expect(flipsText(before, after, 1000)).toBe('lost one a; gained two a; 1.0 s');
});
