import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { createInterface, type Interface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { localeOf } from '../../reports/messages/catalogue.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { packageRoot, shownPath, systemCode } from '../../src/base/read-file.ts';
import { isThere, writeWhole } from '../../src/base/write-file.ts';
import { CONFIG_NAMES } from '../../src/config/find-config.ts';
import { shellQuoted } from '../../src/text/text.ts';
import { addExamples } from '../examples.ts';
import { filled, integer, names } from '../flags.ts';
import { drawingOn } from '../terminal.ts';

/** `gemmark init`: a config, prompts and tools of one's own, ready for `gemmark run`. */
export function addInit(command: Command): void {
	command
		.argument('[folder]', 'folder to write to', '.')
		.option('-y, --yes', 'use the defaults without asking', false)
		.option('--name <name>', 'name of the app in reports', filled)
		.addOption(new Option('--lang, --language <code>', 'language of questions and prompts').choices(['ko', 'en']))
		.option('--suites <names>', 'suites, comma-separated: prefix, tools', names)
		.option('--hits <n>', 'meaningful prefixes needed for path A, of 12', integer(1, 12))
		.action(init);
	addExamples(command, [
		['gemmark init', 'ask for each choice and write into this folder'],
		['gemmark init my-app --yes --language en', 'use the defaults'],
	]);
}

/** What the command line says; the rest is asked, or the default. */
interface InitOptions extends Partial<ProjectChoice> {
	readonly yes: boolean;
}

/**
 * `gemmark init`: writes an evaluation to begin with. Throws UsageError, before anything is written, for a file that is
 * there already, and where no terminal can be asked.
 */
export async function init(folder: string, { yes, ...options }: InitOptions): Promise<void> {
	const absolute = resolve(folder);
	const defaults = checked({ ...defaultChoice(absolute), ...given(options) });
	const choice = yes ? defaults : await ask(defaults, given(options));
	const written = writeProject(absolute, choice, projectFiles(choice, absolute));
	const there = absolute === process.cwd() ? '' : `cd ${shellQuoted(shownPath(absolute))} && `;
	const files = written.map((file) => `+ ${shownPath(file)}`).join('\n');
	const next = `next: ${there}npx gemmark run --model path/to/model.gguf`;
	process.stdout.write(`${files}\n\n${next}\n${localeOf(choice.language).init.alone}\n`);
}

function defaultChoice(folder: string): ProjectChoice {
	return {
		name: singleLine(basename(folder)).slice(0, NAME_CHARS).toWellFormed() || 'my-app',
		language: 'ko',
		suites: SUITES,
		hits: 9,
	};
}

function given({ name, language, suites, hits }: Omit<InitOptions, 'yes'>): Partial<ProjectChoice> {
	return Object.fromEntries(
		Object.entries({ name, language, suites, hits }).filter(([, value]) => value !== undefined),
	);
}

function checked(choice: ProjectChoice): ProjectChoice {
	if (choice.name.length > NAME_CHARS) {
		throw new UsageError(message('command.init-name-long', { chars: choice.name.length, limit: NAME_CHARS }));
	}
	const unknown = choice.suites.find((suite) => !SUITES.includes(suite));
	if (unknown === undefined) return choice;
	throw new UsageError(message('command.init-suite', { suite: unknown, known: SUITES }));
}

/** What a new project is about. */
export interface ProjectChoice {
	/** Of the app, for people. */
	readonly name: string;
	/** Of prompts, tools and answers. */
	readonly language: 'ko' | 'en';
	readonly suites: readonly string[];
	/** Meaningful prefixes, of the prompts that need a call, that decide for keeping them. */
	readonly hits: number;
}

/** What a new project can ask of a model: what its template has a corpus for. */
const SUITES: readonly string[] = ['prefix', 'tools'];

/** Prompts of the templates that need a call; four more need none. */
const PROMPTS = 26;

/**
 * The files of a new project by path, from the template of its language. `README.md` is a section, not a whole file;
 * `.gitignore` is for a folder that has none.
 */
function projectFiles(choice: ProjectChoice, folder: string): ReadonlyMap<string, string> {
	const template = join(packageRoot(), 'cli', 'init', 'template', choice.language);
	const files = new Map(FILES.map((path) => [path, readFileSync(join(template, path), 'utf8')]));
	files.set(CONFIG, configOf(files.get(CONFIG) ?? '', choice, schemaPath(folder)));
	files.set(GATE, gateOf(files.get(GATE) ?? '', choice));
	// Without scored calls there is nothing to ask of a prompt that needs none.
	if (!choice.suites.includes('tools'))
		files.set(PROMPTS_FILE, (files.get(PROMPTS_FILE) ?? '').replace(/^.*,,,\n/gmu, ''));
	return files.set('.gitignore', 'results/\n');
}

const CONFIG = 'gemmark.config.yaml';
const GATE = 'gate.yaml';
const PROMPTS_FILE = 'corpus/prompts.csv';

const FILES: readonly string[] = [
	CONFIG,
	'prompts/system.md',
	'tools.json',
	'answers.yaml',
	PROMPTS_FILE,
	GATE,
	'README.md',
];

const TOOLS_SUITE = '  - kind: tools\n    corpus: corpus/prompts.csv\n';

/** The template asks each prompt once, for both suites, and runs as it is; what was chosen replaces its values. */
function configOf(template: string, { name, suites, hits }: ProjectChoice, schema: string): string {
	const chosen = template.replace(/^ {2}- kind: prefix[^\n]*\n(?: {4}[^\n]*\n)*/mu, (block) => {
		if (suites.includes('tools')) return suites.includes('prefix') ? block : TOOLS_SUITE;
		return block.replace(/^ {4}calls: [^\n]*\n/mu, '');
	});
	const named = chosen
		.replace(/^ {2}name: .*$/mu, () => `  name: ${JSON.stringify(name)}`)
		.replace(/\{ hits: \d+,/u, `{ hits: ${hits},`);
	return `# yaml-language-server: $schema=${schema}\n${named}`;
}

/** The limits of the suites that were chosen. */
function gateOf(template: string, { suites, hits }: ProjectChoice): string {
	const calls = suites.includes('prefix') ? 'prefix' : 'tools';
	return template
		.replace(/^.*prefix\.hits.*\n/mu, (line) =>
			suites.includes('prefix') ? line.replace(/min: \d+/u, `min: ${hits}`) : '',
		)
		.replace(/^.*prefix\.correct.*\n/mu, (line) =>
			suites.includes('tools') ? line.replace('prefix.correct', `${calls}.correct`) : '',
		);
}

/** Where an editor finds the schema: in the package that is, or will be, installed in the folder or above it. */
function schemaPath(folder: string): string {
	const installed = relative(folder, packageRoot()).split(sep).join('/');
	const root = /^(?:\.\.\/)*node_modules\/gemmark$/u.test(installed) ? installed : 'node_modules/gemmark';
	return `${root.startsWith('.') ? '' : './'}${root}/docs/config.schema.json`;
}

/** Where questions are asked and answered. */
interface Terminal {
	readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
	readonly output: NodeJS.WritableStream;
}

/**
 * Asks what was not `given`; an empty answer takes the default, one that cannot be is asked again. Throws UsageError
 * where there is no terminal, or the input ends.
 */
export async function ask(
	defaults: ProjectChoice,
	given: Partial<ProjectChoice>,
	{ input, output }: Terminal = { input: process.stdin, output: drawingOn(process.stderr) },
): Promise<ProjectChoice> {
	if (input.isTTY !== true) throw new UsageError(message('command.init-no-terminal'));
	const lines = createInterface({ input, output });
	const closed = new Promise<never>((_resolve, reject) => {
		lines.once('close', () => reject(new UsageError(message('command.init-unanswered'))));
	});
	closed.catch(() => undefined);
	try {
		return await Promise.race([answers(lines, defaults, given), closed]);
	} finally {
		lines.close();
	}
}

async function answers(
	lines: Interface,
	defaults: ProjectChoice,
	given: Partial<ProjectChoice>,
): Promise<ProjectChoice> {
	const language = given.language ?? (await one(lines, localeOf('en').init.language, defaults.language, readLanguage));
	const { init: words } = localeOf(language);
	const name = given.name ?? (await one(lines, words.name, defaults.name, readName));
	const known = SUITES.join(', ');
	const suites = given.suites ?? (await one(lines, words.suites({ known }), defaults.suites.join(','), readSuites));
	const asksHits = suites.includes('prefix') && given.hits === undefined;
	const hits = asksHits ? await one(lines, words.hits({ n: PROMPTS }), String(defaults.hits), readHits) : defaults.hits;
	return { name, language, suites, hits };
}

async function one<T>(
	lines: Interface,
	question: string,
	byDefault: string,
	read: (text: string) => T | undefined,
): Promise<T> {
	for (;;) {
		const answer = singleLine(await lines.question(`${question} [${byDefault}]: `));
		const value = read(answer === '' ? byDefault : answer);
		if (value !== undefined) return value;
	}
}

function readName(text: string): string | undefined {
	return text.length <= NAME_CHARS ? text : undefined;
}

/** As many as a config takes. */
const NAME_CHARS = 100;

function readLanguage(text: string): 'ko' | 'en' | undefined {
	return LANGUAGES.get(text.toLowerCase());
}

/** Also as the keys of a Korean keyboard write them. */
const LANGUAGES: ReadonlyMap<string, 'ko' | 'en'> = new Map([
	...['ko', 'ㅏㅐ', '한국어', '한글'].map((text) => [text, 'ko'] as const),
	...['en', 'ㄷㅜ', '두', 'english'].map((text) => [text, 'en'] as const),
]);

function readSuites(text: string): readonly string[] | undefined {
	const chosen = text.split(/[\s,]+/u).filter((name) => name !== '');
	return chosen.length > 0 && chosen.every((name) => SUITES.includes(name)) ? [...new Set(chosen)] : undefined;
}

function readHits(text: string): number | undefined {
	const hits = Number(text);
	return Number.isInteger(hits) && hits >= 1 && hits <= PROMPTS ? hits : undefined;
}

/** A `README.md` that is there gets a section more; a `.gitignore` and a gate stay as they are. */
function writeProject(folder: string, { name }: ProjectChoice, files: ReadonlyMap<string, string>): readonly string[] {
	const readme = join(folder, README);
	const before = existsSync(readme) ? readFileSync(readme, 'utf8').trimEnd() : `# ${name}`;
	const kept = [IGNORED, GATE].filter((path) => existsSync(join(folder, path)));
	const written = Array.from(files)
		.filter(([path]) => !kept.includes(path))
		.map(([path, content]) => [path, path === README ? `${before}\n\n${content}` : content] as const);
	return writeNewFiles(folder, new Map(written), {
		example: 'gemmark init FOLDER',
		others: CONFIG_NAMES,
		replaced: [README],
	});
}

const README = 'README.md';
const IGNORED = '.gitignore';

interface NewFiles {
	/** How another folder is named on the command line. */
	readonly example: string;
	/** Names that must not be there either. */
	readonly others?: readonly string[];
	/** Names that may be there. */
	readonly replaced?: readonly string[];
}

/**
 * Writes files by their paths within a folder, and returns their whole paths. Throws UsageError, before anything is
 * written, where one exists already or a file has the name of a folder.
 */
export function writeNewFiles(
	folder: string,
	files: ReadonlyMap<string, string>,
	{ example, others = [], replaced = [] }: NewFiles,
): readonly string[] {
	const there = [...others, ...files.keys()].find((path) => !replaced.includes(path) && isThere(join(folder, path)));
	if (there !== undefined) {
		throw new UsageError(message('command.file-there', { path: shownPath(join(folder, there)), example }));
	}
	for (const path of files.keys()) requireFolder(dirname(join(folder, path)));
	return Array.from(files, ([path, content]) => {
		const file = join(folder, path);
		try {
			mkdirSync(dirname(file), { recursive: true });
			writeWhole(file, [content], { links: 'follow' });
		} catch (cause) {
			const said = message('command.write-failed', { path: shownPath(file), code: systemCode(cause) });
			throw new EnvironmentError(said, { cause });
		}
		return file;
	});
}

/** The nearest part of the path that exists must be a folder. */
function requireFolder(folder: string): void {
	let there = folder;
	while (!isThere(there) && dirname(there) !== there) there = dirname(there);
	if (statSync(there, { throwIfNoEntry: false })?.isDirectory() !== true) {
		throw new UsageError(message('command.folder-needed', { path: shownPath(there) }));
	}
}
