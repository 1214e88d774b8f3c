import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type GoldenServer, type ServerAnswer, serve } from '../../golden/play/server.ts';
import { ASKED, type Case, called, DONE, GEMMA3, RIGHT, type Stage, said } from './stage.ts';

/**
 * Plays a case by its fields: `texts`, `chat` or `script` are the answers, `suites` the prompts, `commands` what is run
 * (`{run}`: against the server) or `watch` what is edited, `files`, `setup` and `env` what is there before. `right` are the
 * facts.
 */
export async function playFields(stage: Stage, data: Case): Promise<void> {
	await new FieldPlay(stage, data).play();
}

const number = { type: 'number' };
const string = { type: 'string' };
const TOOLS = [
	tool('share_note', '메모를 적는다', { title: string, body: string, angle: number }, ['title']),
	tool('stop_timer', '타이머를 멈춘다', {}, []),
];
const ANY = { ...RIGHT[0], acceptable: { body: ['*'], angle: ['*'] } };
/** Letters of a script: right, a wrong argument, no call. */
const LETTERS: Readonly<Record<string, ServerAnswer>> = {
	1: called('{"title":"장보기"}'),
	0: called('{"title":"청소"}'),
	n: said('무엇을 적을까요?'),
};

interface Ended {
	readonly exit: number | string;
	readonly stdout: string;
}

interface Asked {
	readonly id: string | undefined;
	readonly second: boolean;
	readonly text: string;
}

class FieldPlay {
	readonly #stage: Stage;
	readonly #data: Case;
	readonly #ended: Ended[] = [];
	readonly #asked: Asked[] = [];
	readonly #times = new Map<string, number>();
	#said = '';
	#errors = '';
	#seen = false;
	#url = '';

	constructor(stage: Stage, data: Case) {
		this.#stage = stage;
		this.#data = data;
	}

	async play(): Promise<void> {
		const { setup = [], watch, commands = [['{run}', '--out', 'out', '--json']], models = ['gemma'] } = this.#data;
		this.#app();
		for (const step of setup) await this.#change(step);
		const pages = { '/v1/models': { data: models.map((id: string) => ({ id })) } };
		const server: GoldenServer = await serve({ pages, answer: (body, text) => this.#answer(body, text) });
		this.#url = server.url;
		try {
			if (watch !== undefined) await this.#watch(watch);
			else for (const command of commands) await this.#command(command);
		} finally {
			await server.close();
		}
		if (process.env.REPORTED_VERBOSE) process.stderr.write(`${this.#said}\n`);
		for (const check of this.#data.right) {
			const why = this.#check(check);
			this.#stage.fact(JSON.stringify(check), why ?? 'holds', why === undefined);
		}
	}

	#app(): void {
		const { files = {}, noApp, suites, texts, chat, tools_text: tools = TOOLS } = this.#data;
		const { system = '당신은 메모 도우미입니다.', system_file: file, language = 'ko', hits = 1, calls } = this.#data;
		for (const [name, lines] of Object.entries<string | string[]>(files)) {
			this.#stage.write(name, Array.isArray(lines) ? `${lines.join('\n')}\n` : lines);
		}
		if (noApp) return;
		this.#stage.write('own/tools.json', tools);
		this.#stage.write('own/answers.json', { share_note: [{ answer: { ok: true } }] });
		const prompts: Record<string, unknown> = suites ?? { prefix: Object.keys({ ...texts, ...chat }) };
		const entries = Object.entries(prompts).map(([name, given]) => {
			const rows = this.#rows(name, given);
			const corpus = `own/${name}.jsonl`;
			this.#stage.write(corpus, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
			const isPrefix = name.startsWith('prefix');
			const kind = isPrefix ? 'prefix' : 'tools';
			return {
				kind,
				corpus,
				...(name !== kind && { name }),
				...(isPrefix && { decision: { hits, of: rows.length }, calls }),
			};
		});
		const app = {
			name: 'notes',
			language,
			system: file ?? system,
			tools: 'own/tools.json',
			answers: 'own/answers.json',
		};
		this.#stage.write('gemmark.config.json', { app, suites: entries });
	}

	/** A suite is a number of prompts, their ids, or whole rows. */
	#rows(name: string, given: unknown): readonly Case[] {
		const ids = typeof given === 'number' ? Array.from({ length: given }, (_, at) => `${name}-${at + 1}`) : given;
		const { corpus_expected: expected = [ANY] } = this.#data;
		return (ids as readonly (string | Case)[]).map((id) =>
			typeof id === 'object' ? id : { id, input: `${id}: ${ASKED}`, expected },
		);
	}

	#answer(body: Case, text: string): ServerAnswer {
		const { suites = {}, own_inputs: inputs = [], prompt_tokens: prompt = Math.ceil(text.length / 3) } = this.#data;
		const usage = { prompt_tokens: prompt, completion_tokens: this.#data.completion_tokens ?? 12 };
		const asked = body.prompt ?? body.messages.map(({ content }: Case) => content).join('\n');
		const mark = [...asked.matchAll(new RegExp(`([a-z0-9-]+): ${ASKED}`, 'gu'))].at(-1);
		const rows = [...Object.values<Case>(suites).flat(), ...inputs].filter(({ input }: Case) => input !== undefined);
		const id = rows.find(({ input }: Case) => asked.includes(input))?.id ?? mark?.[1];
		const second =
			body.messages === undefined
				? /tool_response|function_response|"response"|tool_output/u.test(asked.slice(mark?.index ?? 0))
				: body.messages.at(-1).role === 'tool';
		this.#asked.push({ id, second, text: asked });
		if (body.messages === undefined) {
			const answer = second ? '적어 두었어요.' : (this.#data.texts?.[id] ?? 'x');
			return [{ choices: [{ index: 0, text: id === undefined ? 'x' : answer, finish_reason: 'stop' }], usage }];
		}
		const answer = id === undefined ? said('x') : second ? DONE : this.#scripted(body.model, id);
		if ('status' in answer || answer.some((event: Case) => event.usage)) return answer;
		return [...answer.filter((event) => typeof event === 'object'), { choices: [], usage }];
	}

	#scripted(model: string, id: string): ServerAnswer {
		const { script, chat } = this.#data;
		const time = this.#times.get(`${model} ${id}`) ?? 0;
		this.#times.set(`${model} ${id}`, time + 1);
		if (script === undefined) return chat?.[id] ?? LETTERS[1];
		const [, suite = '', place] = /^(.*)-(\d+)$/u.exec(id) ?? [];
		const letters: string = script[model]?.[suite] ?? '';
		const letter = (letters.includes(' ') ? letters.split(' ') : [...letters])[Number(place) - 1] ?? '1';
		return LETTERS[letter[Math.min(time, letter.length - 1)] ?? '1'] ?? [];
	}

	async #command([first = '', ...rest]: readonly string[]): Promise<void> {
		if (first === '{change}') return this.#change(rest);
		const child = this.#start(first === '{run}' ? [...this.#run(), ...rest] : [first, ...rest]);
		let stdout = '';
		child.stdout?.on('data', (text: string) => {
			stdout += text;
		});
		const limit = AbortSignal.timeout((this.#data.limit_s ?? 60) * 1000);
		limit.addEventListener('abort', () => kill(child, 'SIGKILL'));
		const exit = await new Promise<number | string>((done) => child.on('close', (code) => done(code ?? 'time limit')));
		this.#ended.push({ exit, stdout });
	}

	#run(): readonly string[] {
		const { models = ['gemma'], texts, dialect = 'gemma4', args = [] } = this.#data;
		const named = models.flatMap((name: string) => ['--model', name]);
		const run = ['run', '--runner', 'openai', '--base-url', '{url}', ...named];
		if (texts === undefined) return [...run, '--api', 'chat', ...args];
		this.#stage.write('gemma3.jinja', GEMMA3);
		const template = dialect === 'gemma4' ? '{project}/models/mini/template.jinja' : 'gemma3.jinja';
		return [...run, '--api', 'completion', '--template', template, '--dialect', dialect, ...args];
	}

	#start(given: readonly string[]): ChildProcess {
		const { folder, checkout } = this.#stage;
		const { GITHUB_ACTIONS: _, ...own } = process.env;
		const env: NodeJS.ProcessEnv = { ...own, NO_COLOR: '1', GEMMARK_CACHE: join(folder, '.cache') };
		for (const [name, value] of Object.entries<string | null>(this.#data.env ?? {})) env[name] = value ?? undefined;
		const args = given.map((arg) => arg.replace('{url}', this.#url).replace('{project}', checkout));
		const command: readonly string[] = this.#data.before_command ?? [];
		const [file = '', ...rest] = [...command, process.execPath, join(checkout, 'cli/main.ts'), ...args];
		const child = spawn(file, rest, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
		child.stdout.setEncoding('utf8').on('data', (text: string) => {
			this.#said += text;
		});
		child.stderr.setEncoding('utf8').on('data', (text: string) => {
			this.#said += text;
			this.#errors += text;
		});
		return child;
	}

	async #watch({ first, change, asks, wait_s: seconds = 5 }: Case): Promise<void> {
		const child = this.#start([...this.#run(), '--watch', '--out', 'w']);
		const ended = new Promise((done) => child.on('close', done));
		const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
		const until = async (ms: number, test: () => boolean): Promise<boolean> => {
			for (let left = ms; left > 0 && !test() && !hasEnded(); left -= 100) await setTimeout(100);
			return test();
		};
		const isFirstDone = (): boolean => first === 'none' || this.#asked.some(({ second }) => second);
		await until(15_000, () => isFirstDone() && /Watching|Enter/u.test(this.#said));
		await setTimeout(300);
		for (const step of change) await this.#change(step);
		this.#seen = await until(seconds * 1000, () => this.#asked.some(({ text }) => text.includes(asks)));
		kill(child, 'SIGINT');
		await Promise.race([ended, setTimeout(3000)]);
		if (!hasEnded()) kill(child, 'SIGKILL');
		this.#ended.push({ exit: child.exitCode ?? 'time limit', stdout: '' });
	}

	async #change([what, one, two, three]: readonly string[]): Promise<void> {
		const at = (name: string | undefined): string => join(this.#stage.folder, name ?? '');
		if (what === 'write') this.#stage.write(one ?? '', two ?? '');
		else if (what === 'move') renameSync(at(one), at(two));
		else if (what === 'copy') cpSync(at(one), at(two), { recursive: true });
		else if (what === 'wait') await setTimeout(Number(one));
		else if (what === 'link') {
			mkdirSync(dirname(at(one)), { recursive: true });
			symlinkSync(two ?? '', at(one));
		} else if (what === 'replace') {
			this.#stage.write(one ?? '', this.#stage.read(one ?? '').replaceAll(new RegExp(two ?? '', 'gu'), three ?? ''));
		} else if (what === 'readme') {
			// The first block of code in a page of the project that holds these words.
			const blocks = readFileSync(join(this.#stage.checkout, two ?? ''), 'utf8').matchAll(/```\w*\n([\s\S]*?)```/gu);
			this.#stage.write(
				one ?? '',
				[...blocks].map(([, block = '']) => block).find((block) => block.includes(three ?? '')) ?? '',
			);
		} else throw new Error(`no such change: ${what}`);
	}

	/** Why a check is not met. */
	#check(check: Case): string | undefined {
		if (check.either !== undefined) {
			const each = check.either.map((one: Case | readonly Case[]) => this.#all([one].flat()));
			return each.includes(undefined) ? undefined : each.join(', and ');
		}
		if (check.score !== undefined) {
			const value = this.#score(check.score);
			return unless(check.is?.includes(value) !== false && !check.not?.includes(value), value);
		}
		if (check.alike !== undefined) {
			const values: string[] = check.alike.map((path: string) => this.#score(path));
			return unless(new Set(values).size === 1, values.join(', '));
		}
		const exit = this.#ended.at(-1)?.exit;
		if (check.exit !== undefined) return unless(check.exit.includes(exit), `exit code ${exit}`);
		if (check.no_exit !== undefined) return unless(!check.no_exit.includes(exit), `exit code ${exit}`);
		if (check.seen !== undefined) return unless(this.#seen, 'the change was not run');
		if (check.requests !== undefined) {
			const n = this.#asked.filter(({ id }) => id === check.requests).length;
			return unless(n <= check.at_most, `asked ${n} times`);
		}
		if (check.notice !== undefined) {
			const told = `${JSON.stringify(this.#json()?.warnings ?? [])}\n${this.#errors}`;
			return unless(new RegExp(check.notice, 'iu').test(told), 'no such notice');
		}
		if (check.json !== undefined) return this.#checkJson(check);
		return [check.in ?? 'said']
			.flat()
			.map((name: string) => this.#checkText(name, check))
			.find((why) => why !== undefined);
	}

	#all(checks: readonly Case[]): string | undefined {
		const why = checks.map((check) => this.#check(check)).filter((one) => one !== undefined);
		return why.length === 0 ? undefined : why.join('; ');
	}

	#checkJson({ json, is, not, says }: Case): string | undefined {
		const value = json.split('.').reduce((one: Case | undefined, key: string) => one?.[key], this.#json());
		const shown = JSON.stringify(value) ?? 'undefined';
		const isOne = (values: readonly unknown[]): boolean => values.some((one) => JSON.stringify(one) === shown);
		const holds = [
			is === undefined || isOne(is),
			not === undefined || !isOne(not),
			says === undefined || new RegExp(says, 'iu').test(shown),
		];
		return unless(!holds.includes(false), shown.slice(0, 200));
	}

	#checkText(name: string, { says, never }: Case): string | undefined {
		const text = name === 'said' ? this.#said : plain(name, this.#stage.read(name));
		if (text === '' && name !== 'said') return `${name} is not there`;
		if (says !== undefined && !new RegExp(says, 'isu').test(text)) return `${name} does not say so`;
		const found = never === undefined ? undefined : new RegExp(never, 'isu').exec(text)?.[0];
		return found && `${name} says '${found.slice(0, 120)}'`;
	}

	/** What the last command printed. */
	#json(): Case | undefined {
		try {
			return JSON.parse(this.#ended.at(-1)?.stdout ?? '');
		} catch {
			return undefined;
		}
	}

	/** A score as text: its value, `unscored CAUSE`, or `none`. */
	#score(path: string): string {
		const [suite, id, name = ''] = path.split('/');
		const lines = this.#stage.read('out/log.jsonl').split('\n');
		const samples = lines.filter((line) => line.startsWith('{"type":"sample"')).map((line) => JSON.parse(line));
		const sample = samples.find((one) => one.suite === suite && one.sampleId === id);
		const { unscored, value } = sample?.scores?.[name] ?? {};
		const cause = unscored && `unscored ${unscored.cause ?? unscored}`;
		return cause ?? String(value ?? (sample ? 'none' : 'no sample'));
	}
}

function tool(name: string, description: string, properties: object, required: readonly string[]): object {
	const parameters = { type: 'object', properties, required };
	return { type: 'function', function: { name, description, parameters } };
}

function unless(holds: boolean, why: string): string | undefined {
	return holds ? undefined : why;
}

/** With all of its own processes. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, signal);
}

/** The words of a page, without its code and marks. */
function plain(name: string, text: string): string {
	if (!name.endsWith('.html')) return text;
	const words = text.replace(/<(script|style)\b[\s\S]*?<\/\1>/gu, ' ').replace(/<[^>]+>/gu, ' ');
	return words.replace(/&#39;|&apos;/gu, "'").replace(/\s+/gu, ' ');
}
