import { type DataParser, loadCorpus, loadPrompt } from '../src/corpus/corpus-files.ts';
import { rowsOf } from '../src/corpus/corpus-text.ts';
import { UsageError } from '../src/errors/gemmark-error.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import type { SuiteContext, SuiteDefinition } from '../src/eval/define-suite.ts';
import type { Suite } from '../src/eval/suite.ts';
import { ownCorpusFile, ownPromptFile } from '../src/node.ts';
import type { SuiteName } from './run/run-request.ts';

/** The suites by name, over gemmark's own corpora and prompts. Each is imported only when it is asked for. */
export async function composeSuites(names: readonly string[]): Promise<readonly Suite[]> {
	const context = suiteContext(await composeApp());
	return Promise.all(names.map(async (name) => (await SUITES[name as SuiteName]()).build(context)));
}

/** The suites of a log. Throws {@link UsageError} for one that this gemmark does not have. */
export async function composeSuitesNamed(names: readonly string[]): Promise<readonly Suite[]> {
	const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
	if (unknown !== undefined) {
		throw new UsageError(`the run has a suite ${unknown}, which this gemmark does not know`, {
			hint: 'Use the gemmark that wrote it, or name its config with --config.',
		});
	}
	return composeSuites(names);
}

/** The app under test: the habit coach. */
export async function composeApp(): Promise<AppUnderTest> {
	const { habitCoach } = await import('../app/habit-coach/index.ts');
	return habitCoach();
}

function suiteContext(app: AppUnderTest): SuiteContext {
	return {
		app,
		readRows(path, schema) {
			const { contents, identity } = loadCorpus(path, rowsOf(schema));
			return { rows: contents, identity };
		},
		readText(path) {
			const { contents, identity } = path.endsWith('.md') ? readPrompt(path) : loadCorpus(path, wholeText);
			return { text: contents, identity };
		},
	};
}

const wholeText: DataParser<string> = (text) => text;

function readPrompt(path: string): {
	readonly contents: string;
	readonly identity: ReturnType<typeof loadPrompt>['identity'];
} {
	const { text, identity } = loadPrompt(path);
	return { contents: text, identity };
}

const SUITES: Readonly<Record<SuiteName, () => Promise<SuiteDefinition>>> = {
	async prefix() {
		const { prefixSuite } = await import('../suites/prefix/index.ts');
		const { prefixDecision } = await import('../app/habit-coach/prefix-decision.ts');
		return prefixSuite({ corpus: ownCorpusFile('prefix'), decision: prefixDecision() });
	},
	async frame() {
		const { frameSuite } = await import('../suites/frame/index.ts');
		return frameSuite({
			corpus: ownCorpusFile('frames'),
			patterns: ownCorpusFile('frame-patterns'),
			prompt: ownPromptFile('frame'),
		});
	},
	async tools() {
		const { toolsSuite } = await import('../suites/tools/index.ts');
		return toolsSuite({ corpus: ownCorpusFile('tools') });
	},
};
