import type { PageProbe } from './page-protocol.ts';

/** The GPU as a backend's name tells it, such as `webgpu (nvidia ada-lovelace)`. */
export function gpuBackend({ adapter }: PageProbe): string {
	if (adapter === undefined) return 'webgpu (no adapter)';
	const words = [adapter.vendor, adapter.architecture, adapter.description].filter((word) => word !== '');
	return `webgpu (${words.length === 0 ? 'unnamed adapter' : words.join(' ')})`;
}

/** Why timings on this adapter say nothing about a GPU. */
export function gpuTimings({ adapter }: PageProbe): { readonly timingsNotComparable?: string } {
	return adapter?.software === true ? { timingsNotComparable: 'the GPU is emulated in software' } : {};
}
