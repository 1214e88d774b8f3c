import { z } from 'zod';
import { ConfigError } from '../../src/base/errors.ts';
import { isJsonObject, type JsonObject } from '../../src/base/json.ts';
import { type Message, message, type Said } from '../../src/base/message.ts';
import { fieldPath } from '../../src/config/issue.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import { type ExpectedCall, expectedCallSchema } from '../../src/eval/match/calls.ts';
import {
	type ExpectedIssue,
	expectedIssue,
	refusedCall,
	type ToolParameters,
	typedCells,
} from '../../src/eval/match/expected.ts';
import type { Sample, Transcript } from '../../src/eval/sample.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import { type Suite, toolCount } from '../../src/eval/suite.ts';
import { groupsOf, UserCodeFailure } from '../../src/eval/user-code.ts';
import type { ToolCall } from '../../src/model/generation.ts';
import { nearestName } from '../../src/text/nearest-name.ts';
import type { TriedApp } from './try-app.ts';

/**
 * The suite with its expected calls as the app's tools take them: what a CSV wrote as text is a number where the tool's
 * schema says so. A suite that asks the app in its own way may have tools of its own, and is left as it is. Throws
 * {@link ConfigError} naming file, line and field for a call that the app's tools could not take.
 */
export function checkExpected(suite: Suite, tools: ToolParameters, places: SamplePlaces, file: string): Suite {
	if (suite.oneTurn !== true) return suite;
	const refused: Refusal[] = [];
	const samples = suite.samples.map((sample) => {
		const written = expectedOf(sample);
		if (written === undefined) return sample;
		const from = places.get(sample);
		const expected = from?.isTable === true ? typedCells(written, tools) : written;
		const issue = (from?.isTable === true ? emptyCells(expected, tools) : undefined) ?? expectedIssue(expected, tools);
		if (issue === undefined) {
			const refusal = firstRefusal(expected, tools);
			if (refusal !== undefined) refused.push({ sample: sample.id, ...refusal });
			return expected === written ? sample : { ...sample, expected };
		}
		const place = placeIn(suite, sample, places, file);
		const remedy = remedyFor(expected[Number(issue.path[0])]?.tool ?? '', tools);
		const field = fieldPath(['expected', ...issue.path]);
		throw new ConfigError(message('config.expected', { place, field, problem: issue.text, remedy }));
	});
	requireToolCounts(suite, tools.size, places, file);
	const warnings = refusalWarnings(suite.name, samples.length, refused);
	const isSame = warnings.length === 0 && samples.every((sample, index) => sample === suite.samples[index]);
	return isSame ? suite : { ...suite, samples, warnings: [...(suite.warnings ?? []), ...warnings] };
}

/** A set of tools has the expected ones of each row, and not all of the app. Throws {@link ConfigError}. */
function requireToolCounts(suite: Suite, all: number, places: SamplePlaces, file: string): void {
	const counts = suite.variants.flatMap(({ name }) => toolCount(suite, name) ?? []);
	const most = Math.max(...counts);
	if (most >= all) throw new ConfigError(message('config.tool-counts', { file, suite: suite.name, most, all }));
	for (const sample of suite.samples) {
		const needed = new Set(expectedOf(sample)?.map(({ tool }) => tool)).size;
		const fewest = Math.min(...counts);
		if (needed <= fewest) continue;
		throw new ConfigError(
			message('config.tool-counts-row', { place: placeIn(suite, sample, places, file), needed, fewest }),
		);
	}
}

function placeIn({ name }: Suite, sample: Sample, places: SamplePlaces, file: string): string {
	return places.get(sample)?.place ?? `${file}: suite ${name}: sample ${sample.id}`;
}

/** A call that its tool refuses, and why. */
interface Refusal {
	readonly sample: string;
	readonly tool: string;
	readonly why: string;
}

function firstRefusal(expected: readonly ExpectedCall[], tools: ToolParameters): Omit<Refusal, 'sample'> | undefined {
	for (const call of expected) {
		const why = refusedCall(call, tools.get(call.tool) ?? {});
		if (why !== undefined) return { tool: call.tool, why };
	}
	return undefined;
}

/** A sample may ask for what the app refuses, to see what the model makes of that; more often its corpus is wrong. */
function refusalWarnings(suite: string, of: number, refused: readonly Refusal[]): readonly Said[] {
	const [first] = refused;
	if (first === undefined) return [];
	return [message('run.expected-refused', { suite, n: refused.length, of, ...first })];
}

/** A row names a tool that needs arguments, and every cell of them is empty: forgotten, for no call could be right. */
function emptyCells(calls: readonly ExpectedCall[], tools: ToolParameters): ExpectedIssue | undefined {
	for (const [index, { tool, arguments: given, acceptable = {} }] of calls.entries()) {
		const { required } = tools.get(tool) ?? {};
		const needed = Array.isArray(required) ? required.filter((name) => !Object.hasOwn(acceptable, String(name))) : [];
		if (Object.keys(given).length > 0 || needed.length === 0) continue;
		return { path: [index, 'arguments'], text: `is empty, and ${tool} needs ${needed.join(', ')}` };
	}
	return undefined;
}

/** What there is: the tools, or the arguments of the one that is there. */
function remedyFor(tool: string, tools: ToolParameters): Message {
	const parameters = tools.get(tool);
	if (parameters === undefined && tools.size === 0) return message('config.expected-no-tools');
	if (parameters === undefined) return message('config.expected-tools', { tools: [...tools.keys()] });
	const properties = isJsonObject(parameters.properties) ? Object.entries(parameters.properties) : [];
	if (properties.length === 0) return message('config.expected-no-arguments', { tool });
	return message('config.expected-arguments', { tool, arguments: properties.map(propertyText) });
}

/** `size (small, large)`, `quantity (integer)`, or the name alone where the schema is more than that. */
function propertyText([name, schema]: [string, unknown]): string {
	const { type, enum: choices } = isJsonObject(schema) ? schema : {};
	const what = Array.isArray(choices) && choices.length <= 10 ? choices.map(choiceText).join(', ') : type;
	return typeof what === 'string' && what !== '' ? `${name} (${what})` : name;
}

function choiceText(choice: unknown): string {
	return typeof choice === 'string' ? choice : JSON.stringify(choice);
}

/** Absent where a sample of one's own means something else by it. */
function expectedOf(sample: Sample): readonly ExpectedCall[] | undefined {
	const parsed = calls.safeParse((sample as { readonly expected?: unknown }).expected);
	return parsed.success ? parsed.data : undefined;
}

const calls = z.array(expectedCallSchema);

/** Where samples were read from; nothing of those that stand in code. */
export type SamplePlaces = WeakMap<Sample, SamplePlace>;

interface SamplePlace {
	/** `file:line` */
	readonly place: string;
	/** Of a CSV, whose cells are text. */
	readonly isTable: boolean;
}

/**
 * Runs every scorer on the suite's first sample and two made-up turns: an answer, and a call of the app's first tool.
 * Throws {@link ConfigError} naming config, suite and scorer for one that throws or gives what is no score, and for
 * groups that no log could carry, before any model is asked.
 */
export function tryScorers(suite: Suite, app: AppUnderTest, { tools, state }: TriedApp, file: string): void {
	tryGroups(suite, file);
	const [sample] = suite.samples;
	if (sample === undefined) return;
	const turns: readonly (readonly [string, Transcript])[] = [
		['an answer without a call', answerTurn(sample, state)],
		...tools.slice(0, 1).map((tool) => [`a call of ${tool}`, callTurn(sample, tool, state)] as const),
	];
	for (const [shown, turn] of turns) {
		const scores = scoreSample(suite, sample, turn, { language: app.language ?? 'ko' });
		const failed = Object.entries(scores).find(([, { unscored }]) => unscored === 'scorer-failed');
		if (failed === undefined) continue;
		const [scorer, { detail: problem = '' }] = failed;
		throw new ConfigError(
			message('config.scorer', { file, suite: suite.name, scorer, sample: sample.id, turn: shown, problem }),
		);
	}
}

/** Asks for the groups of every sample. Throws {@link ConfigError} naming config, suite and sample, or a facet of no group. */
function tryGroups(suite: Suite, file: string): void {
	const groups = new Set<string>();
	try {
		for (const sample of suite.samples) {
			for (const name of Object.keys(groupsOf(suite, sample) ?? {})) groups.add(name);
		}
	} catch (cause) {
		if (!(cause instanceof UserCodeFailure)) throw cause;
		throw new ConfigError(message('config.groups', { file, problem: cause.said }), { cause });
	}
	const facet = Object.keys(suite.facets ?? {}).find((name) => !groups.has(name.normalize('NFC')));
	if (facet === undefined) return;
	const given = groups.size === 0 ? 'none' : [...groups];
	const near = nearestName(facet, groups);
	throw new ConfigError(message('config.facet', { file, suite: suite.name, facet, near, groups: given }));
}

/** A turn that no model took, to try scorers on: the model answers at once, in two words. */
function answerTurn({ input }: Sample, state: JsonObject): Transcript {
	return {
		messages: [
			{ role: 'user', text: input },
			{ role: 'model', text: ANSWER },
		],
		generations: [
			{
				pieces: [ANSWER],
				events: [{ type: 'text', text: ANSWER }],
				finish: { unified: 'stop', raw: 'made up' },
				usage: {},
			},
		],
		facts: { before: state, after: state },
	};
}

/** The model calls a tool without arguments, and answers after its result. */
function callTurn(sample: Sample, tool: string, state: JsonObject): Transcript {
	const call: ToolCall = { id: 'call-0', name: tool, arguments: {}, raw: `${tool}()`, repairs: [] };
	const { messages: [question, ...answer] = [], generations, facts } = answerTurn(sample, state);
	return {
		messages: [
			...(question === undefined ? [] : [question]),
			{ role: 'tool-call', call, result: { type: 'ok', data: {} } },
			...answer,
		],
		generations: [
			{
				pieces: [call.raw],
				events: [{ type: 'call', call }],
				finish: { unified: 'tool-call', raw: 'made up' },
				usage: {},
			},
			...generations,
		],
		facts,
	};
}

const ANSWER = 'All done.';
