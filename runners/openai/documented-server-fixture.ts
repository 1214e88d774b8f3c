import { type Answer, json } from '../../src/testing/doubles/scripted-server.ts';

/** A server's answers as its documentation has them. */
export interface DocumentedServer {
	/** The name by which a user asks for its model. */
	readonly model: string;
	/** Pages with JSON. */
	readonly pages: Readonly<Record<string, object>>;
	/** Whether its answers never have thoughts. */
	readonly hidesThoughts?: boolean;
	/** A streamed answer with a thought, two pieces of text and usage. */
	readonly text: readonly (object | string)[];
	/** A streamed answer with text and two calls. */
	readonly calls: readonly (object | string)[];
	/** How it refuses a request. */
	readonly refused: { readonly status: number; readonly body: object | string };
}

/** The pages, with one answer to every chat. */
export function answersOf({ pages }: DocumentedServer, chat: Answer): Readonly<Record<string, Answer>> {
	const answers = Object.entries(pages).map(([path, page]) => [path, json(page)] as const);
	return { ...Object.fromEntries(answers), '/v1/chat/completions': chat };
}
