import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/read-file.ts';

/** A client with an app that says what it said in a fixture. */
export type Play = (files: {
	readonly plan: string;
	readonly answers: string;
	/** What the app says: of each ask the last answer in this file. */
	readonly script: string;
	readonly process: string;
}) => Promise<void>;

/** What a client has written in a case, and what the fixture has: equal, for a client that keeps to docs/plans.md. */
export interface PlayedCase {
	readonly name: string;
	readonly written: readonly object[];
	readonly expected: readonly object[];
}

export const fixtureFile = (name: string): string => join(packageRoot(), 'clients/fixtures', `${name}.jsonl`);
const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n');

interface Typed {
	readonly message: { readonly type: string };
}

/** Plays the plans of clients/fixtures in a folder of its own. */
export async function playCases(play: Play): Promise<readonly PlayedCase[]> {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-client-'));
	const answers = join(folder, 'answers.jsonl');
	const app = linesOf(fixtureFile('answers-app'));
	const killed = app.findIndex((line, place) => place > 0 && line.includes('"type":"hello"'));
	const files = { plan: fixtureFile('plan-app'), answers, script: fixtureFile('answers-app'), process: 'c03a' };
	const cases: PlayedCase[] = [];
	const add = (name: string, expected: readonly string[]): void =>
		void cases.push({ name, written: timeless(linesOf(answers)), expected: timeless(expected) });
	try {
		writeFileSync(answers, app.slice(0, killed).join('\n'));
		await play(files);
		add('killed in its second ask, with a torn line, and resumed', app);
		await play({ ...files, process: 'c03b' });
		const again = [app[killed], app[killed + 1], app.at(-2)].map((line) => (line ?? '').replace('"c03a"', '"c03b"'));
		add('done: nothing is asked again', [...app, ...again]);
		const cold = app.slice(0, killed);
		writeFileSync(answers, [...cold, ...cold, ''].join('\n').replaceAll('"b81f"', '"b81e"'));
		await play(files);
		const skipped = app.slice(killed).filter((line) => !/"(?:ask|conversation)":1\b/u.test(line));
		add('killed twice: the sample is skipped', [
			...[...cold, ...cold].map((line) => line.replaceAll('"b81f"', '"b81e"')),
			...skipped,
		]);
		const cases_ = linesOf(fixtureFile('answers-cases'));
		await play({ ...files, plan: fixtureFile('plan-cases'), script: fixtureFile('answers-cases'), process: 'a11c' });
		add('a refused dialog, a deadline, a failed ask, a turn with an error; a file of another plan in the way', cases_);
		const aside = readdirSync(folder).filter((name) => name !== 'answers.jsonl');
		cases.push({ name: 'that file is kept', written: [{ files: aside.length }], expected: [{ files: 1 }] });
		const sustained = join(folder, 'sustained.jsonl');
		const plan = readFileSync(fixtureFile('plan-app'), 'utf8').replace('"tries":2', '"tries":2,"sustainS":0.5');
		writeFileSync(sustained, plan);
		rmSync(answers);
		await play({ ...files, plan: sustained, process: 'd00d' });
		const types = linesOf(answers).flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Typed).message.type));
		const asked = types.filter((type) => type === 'ask').length;
		cases.push({
			name: 'plays on, in whole rounds, until the time is over',
			written: [{ rounds: asked > 3, whole: asked % 3 === 0, last: types.at(-1) }],
			expected: [{ rounds: true, whole: true, last: 'close' }],
		});
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return cases;
}

/** Lines without times and states, which depend on the machine; torn ones are none. */
function timeless(lines: readonly string[]): readonly object[] {
	return lines.flatMap((line) => {
		try {
			const { from, message } = JSON.parse(line) as { from: string; message: Record<string, unknown> };
			const { atMs: _, startMs: __, reason = '', ...rest } = message;
			return rest.type === 'state' ? [] : [{ from, message: { ...rest, ...(rest.type === 'end' && { reason }) } }];
		} catch {
			return [];
		}
	});
}
