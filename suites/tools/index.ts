import { z } from 'zod';
import { isJsonObject, sha256 } from '../../src/base/json.ts';
import { camelFields, idField, MAX_MESSAGE_CHARS, splitField, textField } from '../../src/corpus/corpus-text.ts';
import { solveAppTurn } from '../../src/eval/define/app-turn.ts';
import { defineSuite, type SuiteDefinition, type SuiteKind } from '../../src/eval/define/define-suite.ts';
import type { Samples } from '../../src/eval/define/suite-options.ts';
import { confirmField, expectedCallSchema } from '../../src/eval/match/calls.ts';
import type { ExpectedState } from '../../src/eval/match/values.ts';
import type { ExpectingSample } from '../../src/eval/scoring/calls.ts';
import * as scorers from '../../src/eval/scoring/scorers.ts';
import { toolCount } from '../../src/eval/suite.ts';
import { givenOptions } from '../../src/text/given-options.ts';

/** Options of {@link toolsSuite}. */
export interface ToolsSuiteOptions {
	/** Default `tools`. */
	readonly name?: string;
	readonly corpus: Samples<ToolSample>;
	/** Also asks with so many of the app's tools, smallest first: variants `all`, `tools-4`, `tools-8`. */
	readonly toolCounts?: readonly number[];
}

/**
 * Whether the model calls the right tool with the right arguments and stops. Scores: `correct` over all calls of the
 * turn, with BFCL's error names; `endState` of the app if the sample expects one; `callSuccess`, and after a failed
 * call `corrected` and `recovered`; `respectsDecline` after a declined one.
 */
export function toolsSuite(options: ToolsSuiteOptions): SuiteDefinition {
	const { name = 'tools', corpus, toolCounts } = givenOptions(options, 'toolsSuite', KNOWN);
	const settings = toolCounts && { toolCounts: toolCounts.join(', ') };
	return defineSuite<ToolSample>({
		name,
		version: '14',
		title: { en: 'Tool calls', ko: '도구 호출' },
		view: 'tools',
		samples: corpus,
		schema: toolSample,
		// The first is what a captured app runs.
		variants: toolCounts && [{ name: 'all' }, ...toolCounts.map((count) => ({ name: `tools-${count}` }))],
		settings,
		solve: (sample, context, variant) => {
			const count = toolCount({ settings }, variant);
			const choose = count === undefined ? undefined : (names: readonly string[]) => chosenTools(sample, names, count);
			return solveAppTurn(sample.input, context, sample.confirm, undefined, choose);
		},
		oneTurn: true,
		reflects: true,
		scorers: [
			scorers.callsMatch({ main: true }),
			scorers.endState(),
			scorers.callSuccess(),
			scorers.corrected(),
			scorers.recovered(),
			scorers.respectsDecline(),
		],
		groups: ({ kind, expected }) => ({
			call: expected.length === 0 ? 'none' : 'needed',
			...(kind !== undefined && { kind }),
		}),
	});
}

/** The sample's expected tools, and others in an order of its own: a set of fewer tools is part of a set of more. */
async function chosenTools(
	{ id, expected }: ToolSample,
	names: readonly string[],
	count: number,
): Promise<readonly string[]> {
	const keyed = await Promise.all(
		names.map(async (name) => {
			const isExpected = expected.some(({ tool }) => tool === name);
			return { name, key: isExpected ? '' : await sha256(`${id} ${name}`) };
		}),
	);
	return keyed
		.sort((one, other) => (one.key < other.key ? -1 : 1))
		.slice(0, count)
		.map(({ name }) => name);
}

const KNOWN: Readonly<Record<keyof ToolsSuiteOptions, true>> = { name: true, corpus: true, toolCounts: true };

/** A tool-calling sample. */
export interface ToolSample extends ExpectingSample {
	/** What it tests, such as `chain` or `irrelevant`; reports group by it. */
	readonly kind?: string;
	/** The user's answer to a confirmation; default `yes`. */
	readonly confirm?: 'yes' | 'no';
	/** What the model is to say where no call is right: for training alone. */
	readonly reply?: string;
}

export const toolSample: z.ZodType<ToolSample> = z.preprocess(
	camelFields,
	z
		.strictObject({
			id: idField,
			split: splitField,
			input: textField(MAX_MESSAGE_CHARS),
			kind: textField(60).optional(),
			expected: z.array(expectedCallSchema).max(8),
			order: z.enum(['given', 'any']).optional(),
			confirm: confirmField.optional(),
			reply: textField(MAX_MESSAGE_CHARS).optional(),
			endState: z
				.custom<ExpectedState>((value) => value === 'unchanged' || isJsonObject(value), {
					error: "must be 'unchanged' or an object",
				})
				.optional(),
		})
		.refine(({ kind, expected }) => kind !== 'irrelevant' || expected.length === 0, {
			path: ['expected'],
			error: 'must be empty for an irrelevant sample',
		}),
);

/** `kind: tools` of a config. */
export const toolsKind: SuiteKind<ToolsSuiteOptions & { readonly corpus: string }> = {
	kind: 'tools',
	options: z.strictObject({
		name: z.string().min(1).optional().describe("The suite's name in log and reports (default: tools)."),
		corpus: z.string().min(1).describe('Samples: a JSONL, JSON, YAML or CSV file with id, input and expected calls.'),
		toolCounts: z
			.array(z.int().min(1).max(1000))
			.min(1)
			.max(12)
			.refine((counts) => counts.every((count, at) => at === 0 || count > (counts[at - 1] ?? 0)), 'must increase')
			.optional()
			.describe("Also asks with so many of the app's tools, such as [4, 8, 16]: the expected ones and others."),
	}),
	create: toolsSuite,
};
