import type { ModelWeights } from './gguf-model.ts';
import type { GgufVocabulary } from './gguf-vocabulary.ts';
import type { ScriptLine } from './scripted-gguf.ts';
import { type RowSource, randomNumbers } from './tensor-encoding.ts';

/**
 * How a lookup table becomes a Gemma: every token of the script has a dimension. The first layer's attention looks at
 * all tokens alike and carries "keyword k is in the context" into a dimension of k; its feed-forward has a unit per
 * edge, which multiplies "this token" with "keyword k" and points at the next token. All else is zero.
 */
export interface CompiledScript {
	readonly width: number;
	readonly feedForward: number;
	readonly headSize: number;
	readonly weights: ModelWeights;
}

interface Edge {
	/** Two input dimensions that must both be set, and the output dimension. */
	readonly from: number;
	readonly gate: number;
	readonly to: number;
	readonly weight: number;
}

const OPENINGS = ['\n', '<channel|>'];
const AFTER_TOOL = '<tool_response|>';
/** An edge without a keyword yields to any with one. */
const UNGATED = 0.05;
/** Lifts a word that occurs once in thousands of tokens above the norm's epsilon. */
const ATTENTION_GAIN = 1000;
/** Output dimensions that keep tokens outside of the script distinct. */
const REST = 16;
const SHARPNESS = 3;
const FEED_FORWARD_GAIN = 50;

export function compileScript(lines: readonly ScriptLine[], vocabulary: GgufVocabulary): CompiledScript {
	const dimensions = new Map<number, number>();
	const dimensionOf = (id: number): number => {
		const known = dimensions.get(id);
		if (known !== undefined) return known;
		dimensions.set(id, dimensions.size);
		return dimensions.size - 1;
	};
	const chunk = (text: string): number => dimensionOf(vocabulary.add(text.replaceAll(' ', '▁'), 'normal'));
	const keywords = lines.flatMap(({ keyword }) =>
		keyword === undefined ? [] : [dimensionOf(vocabulary.add(keyword, 'user-defined'))],
	);
	const paths = lines.map((line) => pathsOf(line, chunk));
	const firstKeyword = dimensions.size;
	const edges = joinEdges(lines, paths, firstKeyword);
	const firstRest = firstKeyword + keywords.length;
	const width = roundUp(firstRest + REST, 64);
	const feedForward = roundUp(edges.length, 64);
	const headSize = roundUp(keywords.length, 64);
	const random = randomNumbers(1);
	const restRows = Array.from({ length: vocabulary.size }, () => restRow(width, firstRest, random));

	const matrices: Readonly<Record<string, { readonly columns: number; readonly row: (row: number) => Values }>> = {
		token_embd: {
			columns: width,
			row: (id) => {
				const dimension = dimensions.get(id);
				return dimension === undefined ? (restRows[id] ?? []) : [[dimension, 1]];
			},
		},
		'blk.0.attn_v': { columns: width, row: (row) => one(keywords[row]) },
		'blk.0.attn_output': {
			columns: headSize,
			row: (row) => {
				const keyword = row - firstKeyword;
				return keyword >= 0 && keyword < keywords.length ? [[keyword, ATTENTION_GAIN]] : [];
			},
		},
		'blk.0.ffn_gate': { columns: width, row: (row) => one(edges[row]?.from) },
		'blk.0.ffn_up': { columns: width, row: (row) => one(edges[row]?.gate) },
		'blk.0.ffn_down': {
			columns: feedForward,
			row: (row) => edges.flatMap(({ to, weight }, unit): Values => (to === row ? [[unit, weight]] : [])),
		},
	};
	return {
		width,
		feedForward,
		headSize,
		weights: {
			type: 'f32',
			matrix: (name): RowSource => {
				const known = matrices[name];
				const columns = known?.columns ?? columnsOf(name, { width, feedForward, headSize });
				return (row) => rowOf(columns, known?.row(row) ?? []);
			},
			vector: (name) => (name === 'output_norm' ? SHARPNESS : name.endsWith('post_ffw_norm') ? FEED_FORWARD_GAIN : 1),
		},
	};
}

type Values = readonly (readonly [index: number, value: number])[];

/** Dimensions in spoken order, each path from its possible start. */
function pathsOf(line: ScriptLine, chunk: (text: string) => number): readonly (readonly number[])[] {
	const said = line.say.map(chunk);
	const answered = line.afterTool?.map(chunk);
	return [
		...OPENINGS.filter((opening) => !line.say.includes(opening)).map((opening) => [chunk(opening), ...said]),
		...(answered === undefined ? [] : [[chunk(AFTER_TOOL), ...answered]]),
	];
}

function joinEdges(
	lines: readonly ScriptLine[],
	paths: readonly (readonly (readonly number[])[])[],
	firstKeyword: number,
): readonly Edge[] {
	const edges = new Map<string, Edge>();
	let keyword = firstKeyword;
	for (const [index, line] of lines.entries()) {
		const gate = line.keyword === undefined ? undefined : keyword++;
		for (const path of paths[index] ?? []) {
			for (const [step, to] of path.slice(1).entries()) {
				const from = path[step] ?? 0;
				const edge: Edge = { from, gate: gate ?? from, to, weight: gate === undefined ? UNGATED : (line.weight ?? 1) };
				const before = edges.get(`${from} ${gate}`);
				if (before !== undefined && before.to !== to)
					throw new Error(`a chunk of line ${index + 1} has two successors`);
				edges.set(`${from} ${gate}`, edge);
			}
		}
	}
	return [...edges.values()];
}

function restRow(width: number, firstRest: number, random: () => number): Values {
	const values = Array.from({ length: width - firstRest }, () => random() - 0.5);
	const norm = Math.hypot(...values);
	return values.map((value, index) => [firstRest + index, value / norm] as const);
}

function one(dimension: number | undefined): Values {
	return dimension === undefined ? [] : [[dimension, 1]];
}

function rowOf(columns: number, values: Values): Float32Array {
	const row = new Float32Array(columns);
	for (const [index, value] of values) row[index] = value;
	return row;
}

function columnsOf(name: string, sizes: Pick<CompiledScript, 'width' | 'feedForward' | 'headSize'>): number {
	if (name.endsWith('ffn_down')) return sizes.feedForward;
	return name.endsWith('attn_output') ? sizes.headSize : sizes.width;
}

function roundUp(value: number, step: number): number {
	return Math.max(step, Math.ceil(value / step) * step);
}
