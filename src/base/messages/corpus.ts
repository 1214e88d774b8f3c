/** English sentences of corpora, suites, labels and other files that people write. Alphabetical by code. */
export const corpus = {
	'file.denied': 'cannot be read ({code})',
	'file.folder': 'is a folder',
	'file.missing': 'no such file',
	'file.not-utf8': ['{path}: not UTF-8', "Save the file as UTF-8; in Excel as 'CSV UTF-8'."],
	'file.too-large': ['{path}: larger than {limit} bytes', 'Use a smaller file.'],
	'file.unreadable': ['{path}: {reason}', 'Check the path and its permissions.'],
} as const;
