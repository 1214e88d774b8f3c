import { z } from 'zod';
import { ConfigError } from '../../src/base/errors.ts';
import { isJsonObject } from '../../src/base/json.ts';
import { counted } from '../../src/base/message.ts';
import { fieldPath } from '../../src/config/issue.ts';
import { type ExpectedCall, expectedCallSchema } from '../../src/eval/match/calls.ts';
import {
	type ExpectedIssue,
	expectedIssue,
	refusedCall,
	type ToolParameters,
	typedCells,
} from '../../src/eval/match/expected.ts';
import type { Sample } from '../../src/eval/sample.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { SamplePlaces } from './sample-places.ts';

/**
 * The suite with its expected calls as the app's tools take them: what a CSV wrote as text is a number where the tool's
 * schema says so. A suite that asks the app in its own way may have tools of its own, and is left as it is. Throws
 * {@link ConfigError} naming file, line and field for a call that the app's tools could not take.
 */
export function checkExpected(suite: Suite, tools: ToolParameters, places: SamplePlaces, file: string): Suite {
	if (suite.oneTurn !== true) return suite;
	const refused = new Map<string, string>();
	const samples = suite.samples.map((sample) => {
		const written = expectedOf(sample);
		if (written === undefined) return sample;
		const from = places.get(sample);
		const expected = from?.isTable === true ? typedCells(written, tools) : written;
		const issue = (from?.isTable === true ? emptyCells(expected, tools) : undefined) ?? expectedIssue(expected, tools);
		if (issue === undefined) {
			const refusal = firstRefusal(expected, tools);
			if (refusal !== undefined) refused.set(sample.id, refusal);
			return expected === written ? sample : { ...sample, expected };
		}
		const place = from?.place ?? `${file}: suite ${suite.name}: sample ${sample.id}`;
		throw new ConfigError(`${place}: ${fieldPath(['expected', ...issue.path])}: ${issue.text}`, {
			hint: hintFor(expected[Number(issue.path[0])]?.tool, tools),
		});
	});
	const warnings = refusalWarnings(suite.name, samples.length, refused);
	const isSame = warnings.length === 0 && samples.every((sample, index) => sample === suite.samples[index]);
	return isSame ? suite : { ...suite, samples, warnings: [...(suite.warnings ?? []), ...warnings] };
}

function firstRefusal(expected: readonly ExpectedCall[], tools: ToolParameters): string | undefined {
	for (const call of expected) {
		const refusal = refusedCall(call, tools.get(call.tool) ?? {});
		if (refusal !== undefined) return `${call.tool}: ${refusal}`;
	}
	return undefined;
}

/** A sample may ask for what the app refuses, to see what the model makes of that; more often its corpus is wrong. */
function refusalWarnings(suite: string, samples: number, refused: ReadonlyMap<string, string>): readonly string[] {
	const [first] = refused;
	if (first === undefined) return [];
	const [id, why] = first;
	return [
		`suite ${suite}: calls that ${refused.size} of ${counted(samples, 'sample')} expect are refused by the app's own tools, so a call counts as right that does nothing: first ${id}, ${why}`,
	];
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
function hintFor(tool: string | undefined, tools: ToolParameters): string {
	const parameters = tools.get(tool ?? '');
	if (parameters === undefined) {
		return `The app has ${[...tools.keys()].join(', ') || 'no tools: a server that is disabled brings none'}.`;
	}
	const properties = isJsonObject(parameters.properties) ? Object.entries(parameters.properties) : [];
	return `Correct it there: ${tool} takes ${properties.map(propertyText).join(', ') || 'no arguments'}.`;
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
