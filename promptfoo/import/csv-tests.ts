import { type JsonValue, type MutableJsonObject, setOwn } from '../../src/base/json.ts';
import type { DataText } from '../../src/config/data-text.ts';
import { readCsvRecords } from '../../src/corpus/csv-records.ts';
import { readText } from './files.ts';

/** Tests of a CSV as promptfoo reads it: a var in each column, assertions in `__expected`, `__expected2`, ..., `__metadata:KEY`. */
export function readCsvTests(file: string): DataText {
	const [header, ...rows] = readCsvRecords(readText(file), file);
	const names = header?.cells ?? [];
	return {
		content: rows.map(({ cells }) => testOf(names.map((name, column) => [name, cells[column] ?? '']))),
		lineOf: ([index]) => (typeof index === 'number' ? rows[index]?.line : undefined),
	};
}

function testOf(cells: readonly (readonly [name: string, text: string])[]): JsonValue {
	const special = cells.filter(([name, text]) => name.startsWith('__') && text !== '');
	const fields: MutableJsonObject = {};
	const metadata: MutableJsonObject = {};
	const options: MutableJsonObject = {};
	const assert: JsonValue[] = [];
	// `__description`, `__threshold`, ... are fields of the test, `__prefix` and `__suffix` of its options.
	for (const [column, text] of special) {
		const name = column.slice(2);
		const [, key = '', isList] = /^metadata:(.+?)(\[\])?$/su.exec(name) ?? [];
		if (/^expected\d*$/u.test(name)) assert.push(assertionOf(text));
		else if (key !== '') setOwn(metadata, key, isList ? text.split(',').map((part) => part.trim()) : text);
		else if (/^(?:pre|suf)fix$/u.test(name)) options[name] = text;
		// It names the assertions for promptfoo's pages, as `metric` of one does.
		else if (name !== 'metric') setOwn(fields, name, text);
	}
	return {
		vars: Object.fromEntries(cells.filter(([name]) => !name.startsWith('__'))),
		assert,
		...(Object.keys(options).length > 0 && { options }),
		...(Object.keys(metadata).length > 0 && { metadata }),
		...fields,
	};
}

/** `contains: x`, `similar(0.8): x`, or the text that the answer equals (csv.ts of promptfoo 0.123). */
function assertionOf(text: string): JsonValue {
	const [, type = '', threshold, value] =
		/^([a-z0-9-]+)(?:\((\d{1,15}(?:\.\d{1,15})?)\))?(?::(.*))?$/su.exec(text) ?? [];
	const known = SHORT[type] ?? type;
	if (!TYPES.has(known.replace(/^not-/u, ''))) return { type: 'equals', value: text };
	return {
		type: known,
		...(value !== undefined && { value: value.trim() }),
		...(threshold !== undefined && { threshold: Number(threshold) }),
	};
}

const SHORT: Readonly<Record<string, string>> = { fn: 'javascript', eval: 'javascript', grade: 'llm-rubric' };

const TYPES: ReadonlySet<string> = new Set(
	`answer-relevance bleu classifier contains contains-all contains-any contains-html contains-json contains-sql contains-xml
	context-faithfulness context-recall context-relevance conversation-relevance cost ends-with equals factuality finish-reason
	g-eval gleu guardrails icontains icontains-all icontains-any is-html is-json is-refusal is-sql is-valid-function-call
	is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript latency levenshtein llm-rubric meteor
	model-graded-closedqa model-graded-factuality moderation perplexity perplexity-score pi python regex rouge-n ruby
	search-rubric similar starts-with tool-call-f1 webhook word-count`.split(/\s+/u),
);
