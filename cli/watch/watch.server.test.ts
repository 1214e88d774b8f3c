import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { LOG_NAME } from '../../src/log/folder.ts';
import { outsideFolderFixture } from '../outside-folder-fixture.ts';

const SCORER = (pattern: string): string => `
export const score = (_sample: unknown, { answer = '' }: { readonly answer?: string }): boolean => ${pattern}.test(answer);
`;

const FILES = {
	'gemmark.config.ts': `
import { defineConfig, defineSuite } from 'gemmark';
import { score } from './scorer.ts';

const hello = defineSuite({
	name: 'hello',
	samples: [
		{ id: 'morning', input: '좋은 아침이야' },
		{ id: 'evening', input: '잘 자' },
	],
	scorers: [{ name: 'says', main: true, score }],
});

export default defineConfig({
	app: { name: 'hello', language: 'ko', system: 'system.md', tools: [] },
	suites: [hello],
});
`,
	'scorer.ts': SCORER('/./u'),
	'system.md': '인사에 답해 주세요.',
};

const SESSION = `gemmark-watch-${process.pid}`;
const tmux = (...args: readonly string[]): string => execFileSync('tmux', args, { encoding: 'utf8' });
const screen = (): string => tmux('capture-pane', '-p', '-S', '-200', '-t', SESSION);

/** What the terminal shows once it has been so many times that the run waits. */
async function waiting(times: number): Promise<string> {
	for (;;) {
		const shown = screen();
		if (shown.split('Watching for changes.').length > times) return shown;
		if (shown.includes('ENDED')) throw new Error(shown);
		await delay(100);
	}
}

function newestLog(folder: string): string {
	const [watched = ''] = readdirSync(join(folder, 'results')).filter((name) => name.endsWith('watch'));
	const newest =
		readdirSync(join(folder, 'results', watched))
			.toSorted()
			.at(-1) ?? '';
	return readFileSync(join(folder, 'results', watched, newest, LOG_NAME), 'utf8');
}

afterEach(() => tmux('kill-session', '-t', SESSION));

describe('gemmark run --watch, in a terminal', () => {
	it('runs again at each save, asks the model only for what changed, survives a broken config, and ends at q', async () => {
		const { folder } = outsideFolderFixture(FILES);
		const save = (name: string, content: string): void => writeFileSync(join(folder, name), content);
		const main = join(packageRoot(), 'cli', 'main.ts');
		const command = `${process.execPath} ${main} run --watch; echo ENDED $?; sleep 600`;
		const env = `env -u GEMMARK_NO_CACHE GEMMARK_CACHE=${join(folder, 'cache')}`;
		tmux('new-session', '-d', '-x', '160', '-y', '50', '-s', SESSION, '-c', folder, `${env} sh -c '${command}'`);
		expect(await waiting(1)).toMatch(/^report: .*1.report\.html/mu);
		expect(newestLog(folder)).not.toContain('"source":"cache"');

		save('scorer.ts', SCORER('/\\uffff/u'));
		expect(await waiting(2)).toMatch(/^lost morning, evening; \d+\.\d s$/mu);
		expect(newestLog(folder)).not.toContain('"source":"engine"');

		save('system.md', '인사에 짧게 답해 주세요.');
		expect(await waiting(3)).toMatch(/^no sample flipped; /mu);
		const before = newestLog(folder);
		expect(before).not.toContain('"source":"cache"');

		save('scorer.ts', 'export const score = (;');
		expect(await waiting(4)).toMatch(/^gemmark: .*scorer\.ts/mu);
		expect(newestLog(folder)).toBe(before);

		save('scorer.ts', SCORER('/./u'));
		expect(await waiting(5)).toMatch(/^gained morning, evening; /mu);

		tmux('send-keys', '-t', SESSION, 'Enter');
		await waiting(6);
		expect(newestLog(folder)).not.toContain('"source":"cache"');
		tmux('send-keys', '-t', SESSION, 'q');
		while (!screen().includes('ENDED')) await delay(50);
		expect(screen()).toContain('ENDED 0');
	});
});
