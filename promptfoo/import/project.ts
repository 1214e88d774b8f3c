import { dirname, resolve } from 'node:path';
import { stringify } from 'yaml';
import { ConfigError } from '../../src/base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';
import { message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { singleLine } from '../../src/text/text.ts';
import { type AssertedSample, type Assertion, assertedSample } from '../../suites/assertions/index.ts';
import { isReadable, namedFiles, Refusals, readData, type Written } from './files.ts';
import { type ImportedPrompt, readPrompts, renderTemplate } from './prompts.ts';
import { assertionFor, type ImportedTest, readTests } from './tests.ts';

/** What a promptfooconfig becomes. */
export interface ImportedProject {
	/** Content by name: a config, a corpus, and tools where there are some. */
	readonly files: ReadonlyMap<string, string>;
	readonly samples: readonly AssertedSample[];
	/** What was refused, one line each. */
	readonly refused: readonly string[];
}

/**
 * Makes a config and a corpus of a promptfooconfig: every prompt with every test's vars, and the assertions that need
 * neither a model nor a service. `javascript`: take code too. Throws ConfigError naming file and line for what is no
 * promptfooconfig, or leaves no sample.
 */
export function importedProject(path: string, { javascript }: { readonly javascript: boolean }): ImportedProject {
	const file = shownPath(resolve(path));
	const folder = dirname(resolve(path));
	const { content, lineOf } = readData(file);
	if (!isJsonObject(content) || content.prompts === undefined) {
		throw new ConfigError(message('promptfoo.no-config', { file }));
	}
	const refusals = new Refusals();
	const written = (name: string): Written => ({ value: content[name], place: { file, lineOf }, at: [name] });
	const prompts = readPrompts(written('prompts'), folder, refusals);
	const latencies = new Set<number>();
	const options = { folder, javascript, refusals, latencies, defaults: written('defaultTest') };
	const tests = readTests(written('tests'), options);
	if (content.scenarios !== undefined)
		refusals.exclude({ file, lineOf }, ['scenarios'], 'are not taken: write them as tests');
	const samples = tests.flatMap((test, index) =>
		prompts.flatMap((prompt, place) => {
			const id = `t${String(index + 1).padStart(3, '0')}${prompts.length > 1 ? `-p${place + 1}` : ''}`;
			return sampleOf(id, prompt, test, { several: prompts.length > 1, refusals }) ?? [];
		}),
	);
	if (samples.every(({ assert }) => assert.length === 0)) {
		throw new ConfigError(message('promptfoo.nothing', { file, first: refusals.first }));
	}
	const tools = readTools(written('providers'), folder, refusals);
	return {
		files: projectFiles(file, content, { samples, tools, refusals, latencies }),
		samples,
		refused: refusals.lines,
	};
}

function sampleOf(
	id: string,
	prompt: ImportedPrompt,
	{ vars, assert, refused: whole, place, at }: ImportedTest,
	{ several, refusals }: { readonly several: boolean; readonly refusals: Refusals },
): AssertedSample | undefined {
	const user = renderTemplate(prompt.user, vars);
	const system = renderTemplate(prompt.system ?? '', vars);
	const refused = user.refused ?? system.refused;
	if (refused !== undefined) {
		refusals.exclude(place, at, `under the prompt '${prompt.label}': ${refused}`);
		return undefined;
	}
	const left = whole === undefined ? [] : [whole];
	const asked = (whole === undefined ? assert : []).flatMap((one): readonly Assertion[] => {
		const assertion = assertionFor(one, vars);
		if (typeof assertion !== 'string') return [assertion];
		refusals.add(one.place, one.at, assertion);
		left.push(assertion);
		return [];
	});
	if (asked.length + left.length === 0) {
		refusals.exclude(place, at, 'asserts nothing that decides, so nothing would be judged');
		return undefined;
	}
	const sample: AssertedSample = {
		id,
		input: user.text ?? '',
		system: system.text === '' ? undefined : system.text,
		vars: Object.keys(vars).length === 0 ? undefined : vars,
		prompt: several ? prompt.label : undefined,
		assert: asked,
		refused: left.length === 0 ? undefined : left,
	};
	const checked = assertedSample.safeParse(sample);
	if (checked.success) return sample;
	const [issue] = checked.error.issues;
	refusals.exclude(place, at, `under the prompt '${prompt.label}': ${issue?.path.join('.')}: ${issue?.message}`);
	return undefined;
}

interface Taken {
	readonly samples: readonly AssertedSample[];
	readonly tools: readonly JsonValue[];
	readonly refusals: Refusals;
	/** Milliseconds. */
	readonly latencies: ReadonlySet<number>;
}

function projectFiles(
	file: string,
	{ description }: JsonObject,
	{ samples, tools, refusals: { unasked: leftOut, lines }, latencies }: Taken,
): ReadonlyMap<string, string> {
	const code = samples.some(({ assert }) => assert.some(({ type }) => type.endsWith('javascript')));
	const named = typeof description === 'string' ? singleLine(description).slice(0, 100) : '';
	const config = {
		app: {
			name: named === '' ? 'promptfoo' : named,
			language: 'any',
			system: 'Each sample brings its own system prompt, or has none: this text is never sent.',
			tools: tools.length === 0 ? [] : 'tools.json',
			...(tools.length > 0 && { answers: neverRun(tools) }),
			...(latencies.size > 0 && {
				budgets: Array.from(latencies, (atMost) => ({ metric: 'endToEndMs', atMost })),
			}),
		},
		suites: [
			{
				kind: 'assertions',
				corpus: 'assertions.jsonl',
				...(code && { javascript: true }),
				...(leftOut > 0 && { leftOut }),
			},
		],
	};
	const head = `# Made of ${singleLine(file)} by gemmark import promptfoo. Without targets, the bundled miniature runs: name your own.\n`;
	const files = new Map([
		['gemmark.config.yaml', `${head}${stringify(config)}`],
		['assertions.jsonl', samples.map((sample) => `${JSON.stringify(sample)}\n`).join('')],
	]);
	if (tools.length > 0) files.set('tools.json', `${JSON.stringify(tools, undefined, '\t')}\n`);
	if (lines.length > 0) files.set('refused.jsonl', lines.map((refused) => `${JSON.stringify({ refused })}\n`).join(''));
	return files;
}

/** promptfoo's own form has the fields of a function beside `normalized: true`. */
function withoutMark(tool: JsonValue): JsonValue {
	if (!isJsonObject(tool) || tool.normalized === undefined) return tool;
	const { normalized: _, ...rest } = tool;
	return rest;
}

/** The suite declares the tools and runs none; an app of one's own would answer here. */
function neverRun(tools: readonly JsonValue[]): JsonObject {
	const names = tools.flatMap((tool) => {
		const { function: inner = tool } = isJsonObject(tool) ? tool : {};
		return isJsonObject(inner) && typeof inner.name === 'string' ? [inner.name] : [];
	});
	return Object.fromEntries(names.map((name) => [name, [{ answer: 'not run by this suite' }]]));
}

/** The tools that the first provider with some declares, as it writes them (OpenAI functions); empty where none does. */
function readTools({ value, place, at }: Written, folder: string, refusals: Refusals): readonly JsonValue[] {
	const providers: readonly unknown[] = Array.isArray(value) ? value : [value];
	for (const [index, provider] of providers.entries()) {
		const config = isJsonObject(provider) && isJsonObject(provider.config) ? provider.config : {};
		if (config.tools === undefined) continue;
		const here = [...at, ...(Array.isArray(value) ? [index] : []), 'config', 'tools'];
		const [file] = namedFiles(config.tools, folder) ?? [];
		if (file !== undefined && !isReadable(file, ['.json', '.yaml', '.yml'])) {
			refusals.add(place, here, `${file}: is no YAML or JSON file that is there`);
			continue;
		}
		const tools = file === undefined ? config.tools : readData(file).content;
		if (Array.isArray(tools)) return (tools as readonly JsonValue[]).map(withoutMark);
		refusals.add(place, here, 'are no list');
	}
	return [];
}
