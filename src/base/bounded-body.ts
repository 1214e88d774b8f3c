/** Limit of a body read as a whole, bytes: far above any list of models, far below memory. */
export const MAX_ANSWER_BYTES: number = 16 * 1024 * 1024;

/**
 * The response, with a body that fails with `tooLong()` beyond `maxBytes` and then stops reading. Counts
 * decompressed bytes.
 */
export function boundedResponse(response: Response, maxBytes: number, tooLong: () => Error): Response {
	if (response.body === null) return response;
	let bytes = 0;
	const counted = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.length;
			if (bytes > maxBytes) throw tooLong();
			controller.enqueue(chunk);
		},
	});
	const { status, statusText, headers } = response;
	return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
}

/** The first bytes of a body, at most so many. A broken body ends there. */
export async function bodyBeginning(response: Response, maxBytes: number): Promise<string> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	try {
		for await (const part of response.body ?? []) {
			parts.push(part);
			bytes += part.length;
			if (bytes >= maxBytes) break;
		}
	} catch {
		// Keep what arrived.
	}
	const whole = new Uint8Array(Math.min(bytes, maxBytes));
	let at = 0;
	for (const part of parts) {
		whole.set(part.subarray(0, whole.length - at), at);
		at += Math.min(part.length, whole.length - at);
	}
	return new TextDecoder().decode(whole);
}
