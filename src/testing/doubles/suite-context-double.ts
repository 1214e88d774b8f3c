import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseJsonLines } from '../../corpus/corpus-text.ts';
import type { FileIdentity } from '../../corpus/manifest.ts';
import type { AppUnderTest } from '../../eval/app.ts';
import type { SuiteContext, SuiteDefinition } from '../../eval/define/define-suite.ts';
import type { Sample } from '../../eval/sample.ts';
import type { Suite } from '../../eval/suite.ts';
import { appDouble } from './app-double.ts';

/** Double: builds suites with an app double, from their files. */
export function suiteContextDouble(app: AppUnderTest = appDouble()): SuiteContext {
	return {
		app,
		readRows(path, schema) {
			const { text, identity } = readFile(path);
			return { rows: parseJsonLines(text, path, schema), identity };
		},
		readText: readFile,
	};
}

/** The suite as a run with {@link suiteContextDouble} has it; `S` is the known type of its samples. */
export async function builtSuite<S extends Sample = Sample>(definition: SuiteDefinition): Promise<Suite<S>> {
	return (await definition.build(suiteContextDouble())) as unknown as Suite<S>;
}

function readFile(path: string): { readonly text: string; readonly identity: FileIdentity } {
	const text = readFileSync(path, 'utf8');
	const sha256 = createHash('sha256').update(text).digest('hex');
	return { text, identity: { name: basename(path), version: 'unversioned', sha256 } };
}
