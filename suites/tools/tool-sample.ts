import { z } from 'zod';
import {
	type ExpectedCall,
	type ExpectedState,
	expectedCallSchema,
	expectedCallToLog,
	isJsonObject,
	type JsonObject,
	LogError,
	type Sample,
} from '../../src/index.ts';

/** A tool-calling sample. */
export interface ToolSample extends Sample {
	/** What it tries, such as `chain` or `irrelevant`; reports count by it. */
	readonly kind?: string;
	/** The calls of the whole turn that are right; none: any call is wrong (irrelevance). */
	readonly expected: readonly ExpectedCall[];
	/** Whether they must come in this order (a chain) or in any (parallel calls, the default). */
	readonly order?: 'given' | 'any';
	/** How the user answers a confirmation; `yes` where absent. */
	readonly confirm?: 'yes' | 'no';
	/** What the turn should leave behind; absent: not judged. */
	readonly endState?: ExpectedState;
}

const schema = z.object({
	id: z.string().regex(/^[a-z0-9-]+$/),
	input: z.string().min(1),
	kind: z.string().optional(),
	expected: z.array(expectedCallSchema),
	order: z.enum(['given', 'any']).optional(),
	confirm: z.enum(['yes', 'no']).optional(),
	endState: z.custom<ExpectedState>((value) => value === 'unchanged' || isJsonObject(value), 'not a state').optional(),
});

export function toolSampleToLog({ id, input, kind, expected, order, confirm, endState }: ToolSample): JsonObject {
	return {
		id,
		input,
		...(kind === undefined ? {} : { kind }),
		expected: expected.map(expectedCallToLog),
		...(order === undefined ? {} : { order }),
		...(confirm === undefined ? {} : { confirm }),
		...(endState === undefined ? {} : { endState }),
	};
}

/** Throws {@link LogError} where the row is no tool-calling sample. */
export function toolSampleFromLog(row: JsonObject): ToolSample {
	const parsed = schema.safeParse(row);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new LogError(`tool-calling sample: ${issue?.path.join('.')}: ${issue?.message}`);
	}
	const { kind, order, confirm, endState, ...sample } = parsed.data;
	return {
		...sample,
		...(kind === undefined ? {} : { kind }),
		...(order === undefined ? {} : { order }),
		...(confirm === undefined ? {} : { confirm }),
		...(endState === undefined ? {} : { endState }),
	};
}
