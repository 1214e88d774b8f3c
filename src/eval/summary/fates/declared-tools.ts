import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts';
import type { KnownTool } from '../../../fates/outcome.ts';
import { declareSchema } from '../../../tool/declaration.ts';
import type { EvaluatedRun } from '../../run.ts';
import type { SampleResult } from '../../sample.ts';

type Header = EvaluatedRun['header'];

/**
 * The tools that were declared in a sample: their names as its transcript tells them, their parameters where its row has
 * the tool, as those of benchmarks do, else where the run's app has one of that name. The same list for the same tools.
 * Undefined where the transcript does not tell.
 */
export function declaredTools(header: Header, { sample, transcript }: SampleResult): readonly KnownTool[] | undefined {
	const { tools: names } = transcript;
	if (names === undefined) return undefined;
	const own = Array.isArray(sample.tools) ? sample.tools : [];
	const lists = known.get(header) ?? new Map<string, readonly KnownTool[]>();
	known.set(header, lists);
	const key = JSON.stringify([names, own]);
	const list = lists.get(key) ?? names.map((name) => ({ name, parameters: parametersOf(name, own, header) }));
	lists.set(key, list);
	return list;
}

/** What is played under one list need not be played again. */
const known = new WeakMap<Header, Map<string, readonly KnownTool[]>>();

function parametersOf(name: string, own: readonly JsonValue[], { app }: Header): JsonObject | undefined {
	const row = own.find((tool) => tool === name || (isJsonObject(tool) && tool.name === name));
	// A name alone is of a file of the suite's.
	if (row !== undefined)
		return isJsonObject(row) && isJsonObject(row.parameters) ? declareSchema(row.parameters) : undefined;
	return app?.tools?.find((tool) => tool.name === name)?.parameters;
}
