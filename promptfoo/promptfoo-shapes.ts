/** What gemmark writes of promptfoo's own types, as its 0.123 declares them; unknown is absent. */

export interface TokenUsage {
	readonly prompt?: number | undefined;
	readonly completion?: number | undefined;
	readonly total?: number | undefined;
	readonly numRequests?: number | undefined;
}

/** What a provider answers. */
export interface ProviderResponse {
	readonly output?: string | undefined;
	/** Counts as an error, neither passed nor failed. */
	readonly error?: string | undefined;
	readonly tokenUsage?: TokenUsage | undefined;
	/** The whole turn with its tools, by gemmark's clock. */
	readonly latencyMs?: number | undefined;
	readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** What an assertion comes to. */
export interface GradingResult {
	readonly pass: boolean;
	readonly score: number;
	readonly reason: string;
	readonly namedScores?: Readonly<Record<string, number>> | undefined;
	readonly componentResults?: readonly GradingResult[] | undefined;
	readonly assertion?: Assertion | undefined;
}

export interface Assertion {
	readonly type: string;
	readonly metric?: string | undefined;
	readonly value?: unknown;
}

export interface AssertionContext {
	readonly providerResponse?: ProviderResponse | undefined;
}

export interface TestCase {
	readonly description: string;
	readonly vars: Readonly<Record<string, string>>;
	readonly metadata: Readonly<Record<string, string>>;
	readonly assert: readonly Assertion[];
}
