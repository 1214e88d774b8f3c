import type { SuiteKind } from '../../src/eval/define/define-suite.ts';

/** Suite kinds that come with gemmark, each imported only when it is named. */
const KINDS: ReadonlyMap<string, () => Promise<AnySuiteKind>> = new Map<string, () => Promise<AnySuiteKind>>([
	['prefix', async () => (await import('../../suites/prefix/index.ts')).prefixKind as unknown as AnySuiteKind],
	['frame', async () => (await import('../../suites/frame/index.ts')).frameKind as unknown as AnySuiteKind],
	['tools', async () => (await import('../../suites/tools/index.ts')).toolsKind as unknown as AnySuiteKind],
	['dialogs', async () => (await import('../../suites/dialogs/index.ts')).dialogsKind as unknown as AnySuiteKind],
	[
		'assertions',
		async () => (await import('../../suites/assertions/index.ts')).assertionsKind as unknown as AnySuiteKind,
	],
	['replay', async () => (await import('../../suites/replay/index.ts')).replayKind as unknown as AnySuiteKind],
]);

export const SUITE_KINDS: readonly string[] = [...KINDS.keys()];

/** The kind of that name; absent where there is none. */
export async function suiteKind(kind: string): Promise<AnySuiteKind | undefined> {
	return KINDS.get(kind)?.();
}

/** Options are checked by the kind's own schema before they are given to it. */
type AnySuiteKind = SuiteKind<unknown>;
