import { z } from 'zod';
import {
	type DialogSample,
	declareSchema,
	defineSuite,
	givenOptions,
	parseJsonCorpus,
	readTool,
	type Samples,
	type SuiteDefinition,
	type ToolDeclaration,
} from '../../src/index.ts';
import { solveDialogTurn } from './dialog-turn.ts';
import { dialogSample } from './sample.ts';
import { dialogScorers } from './scorers.ts';

/** What {@link dialogsSuite} takes. */
export interface DialogsSuiteOptions {
	/** Default `dialogs`. */
	readonly name?: string | undefined;
	readonly corpus: Samples<DialogSample>;
	/** File of the tools that samples name. */
	readonly tools?: string | undefined;
	/** File with the system prompt; the app's where absent. */
	readonly system?: string | undefined;
	/** Default `korean`. */
	readonly strings?: 'korean' | 'spaceless' | undefined;
}

/**
 * Does the model call, ask, tell or stay silent as the dialog wants it, among the tools that it is shown? One generation is
 * asked of each sample. Scores: `correct`, the same by the kind of turn (`call`, `slot`, `completion`, `relevance`), `silent`
 * and `firstTool`; facets by the arguments of the call and by the number of tools.
 */
export function dialogsSuite(options: DialogsSuiteOptions): SuiteDefinition {
	const {
		name = 'dialogs',
		corpus,
		tools: file,
		system,
		strings = 'korean',
	} = givenOptions(options, 'dialogsSuite', KNOWN);
	return {
		name,
		build(context) {
			const list = file === undefined ? undefined : context.readText(file);
			const prompt = system === undefined ? undefined : context.readText(system);
			const named = list === undefined ? [] : parseJsonCorpus(list.text, String(file), toolList).map(readTool);
			const toolsOf = toolFinder(named);
			return defineSuite<DialogSample>({
				name,
				version: '9',
				title: { en: 'Tool dialogs', ko: '도구 대화' },
				view: 'dialogs',
				samples: corpus,
				schema: dialogSample.refine(
					({ tools }) => tools.every((tool) => typeof tool !== 'string' || named.some((one) => one.name === tool)),
					{ path: ['tools'], error: 'names a tool that the file of tools does not have' },
				),
				solve: (sample, solving) =>
					solveDialogTurn(sample, prompt?.text ?? solving.app.system, declared(toolsOf(sample)), solving),
				scorers: dialogScorers({ strings, toolsOf }),
				groups,
				facets: FACETS,
				files: [list?.identity, prompt?.identity].filter((identity) => identity !== undefined),
				settings: { strings },
				needsHistory: true,
				usesApp: prompt === undefined,
			}).build(context);
		},
	};
}

const toolList = z.array(z.json());

const FACETS = {
	arguments: { title: { en: 'arguments', ko: '인자 수' } },
	tools: { title: { en: 'tools shown', ko: '도구 수' } },
	distractors: {
		title: { en: 'other tools', ko: '함께 보여 준 도구' },
		values: { close: { en: 'close', ko: '비슷한 도구' }, random: { en: 'random', ko: '무관한 도구' } },
	},
	category: { title: { en: 'category', ko: '분류' } },
} as const;

/** The arguments are those of the right call, of several the one with most. */
function groups({ tools, expected, distractors, category }: DialogSample): Readonly<Record<string, string>> {
	const counts = expected.map((call) => Object.keys(call.arguments).length);
	return {
		...(counts.length > 0 && { arguments: String(Math.max(...counts)) }),
		tools: String(tools.length),
		...(distractors !== undefined && { distractors }),
		...(category !== undefined && { category }),
	};
}

function toolFinder(named: readonly ToolDeclaration[]): (sample: DialogSample) => readonly ToolDeclaration[] {
	const byName = new Map(named.map((tool) => [tool.name, tool]));
	return ({ tools }) => tools.flatMap((tool) => (typeof tool === 'string' ? (byName.get(tool) ?? []) : tool));
}

/** In the words that Gemma's templates print. */
function declared(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[] {
	return tools.map((tool) => ({ ...tool, parameters: declareSchema(tool.parameters) }));
}

const KNOWN: Readonly<Record<keyof DialogsSuiteOptions, true>> = {
	name: true,
	corpus: true,
	tools: true,
	system: true,
	strings: true,
};
