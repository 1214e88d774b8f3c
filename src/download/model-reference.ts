import { UsageError } from '../errors/gemmark-error.ts';
import { keepAddressSecrets, withoutAddressSecrets } from '../text/secret/secret.ts';

/** A model as the operator names it. */
export type ModelReference =
	| { readonly type: 'path'; readonly path: string }
	| { readonly type: 'url'; readonly url: URL }
	| { readonly type: 'hub'; readonly repository: string; readonly file: string }
	| { readonly type: 'hub-quantization'; readonly repository: string; readonly quantization?: string };

const HUB = /^hf:([\w.-]+\/[\w.-]+)(?::([\w.-]+)|\/([^:?#\\]+))?$/;
const FORMS = 'Name a path, hf:user/repo:Q4_0, hf:user/repo/file.gguf or an https address.';

/** Reads a path, `hf:user/repo:QUANT`, `hf:user/repo/file.gguf`, `hf:user/repo` or a web address. Throws {@link UsageError}. */
export function parseModelReference(reference: string): ModelReference {
	keepAddressSecrets(reference);
	if (reference === '') throw new UsageError('The model has no name', { hint: FORMS });
	if (reference.startsWith('hf:')) return hubReference(reference);
	if (/^https?:\/\//i.test(reference)) return { type: 'url', url: fileAddress(reference) };
	return { type: 'path', path: reference };
}

function hubReference(reference: string): ModelReference {
	const match = HUB.exec(reference);
	const [, repository, quantization, file] = match ?? [];
	if (repository === undefined || repository.split('/').some(isUpward)) {
		throw new UsageError(`${withoutAddressSecrets(reference)} does not name a model of the hub`, { hint: FORMS });
	}
	if (file !== undefined) {
		if (file.split('/').some(isUpward))
			throw new UsageError(`${withoutAddressSecrets(reference)} does not name a file`, { hint: FORMS });
		return { type: 'hub', repository, file };
	}
	return { type: 'hub-quantization', repository, ...(quantization === undefined ? {} : { quantization }) };
}

function isUpward(segment: string): boolean {
	return segment === '' || segment === '.' || segment === '..';
}

/** The page that shows a file on the hub is not the file. */
function fileAddress(reference: string): URL {
	try {
		const url = new URL(reference);
		url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/');
		return url;
	} catch (error) {
		throw new UsageError(`${withoutAddressSecrets(reference)} is not an address`, { hint: FORMS, cause: error });
	}
}
