/** Faults of files and pictures. */
export const FILE_FAULTS = {
  'no-file': 'There is no such file.',
  'file-elsewhere': 'This file also belongs to a record that you cannot change, so its name stays.',
  'message-sent': 'This message was sent, so its files cannot be changed.',
  'inspection-signed': 'This inspection is signed, so its files cannot be changed.',
  'invoice-issued': 'This invoice is issued, so its files cannot be changed.',
  'photo-of-driver': 'The driver sent this photo with a stop, so it cannot be changed.',
  'file-name': 'Name the file in the header X-File-Name, percent-encoded.',
  'file-empty': '“{{name}}” is empty.',
  'file-large': '“{{name}}” is too large. A file can have at most {{most, number}} MB.',
  'file-kind':
    '“{{name}}” cannot be kept: it is no picture (JPEG, PNG, WebP, GIF, AVIF, TIFF), clip (MP4, MOV, WebM, MP3, M4A, OGG, WAV) or document (PDF, Word, Excel, PowerPoint, OpenDocument, text, CSV).',
  'file-not-as-named':
    'The content of “{{name}}” does not match its file type. Open it to check, and send the right file.',
  'file-heic': '“{{name}}” is a HEIC picture, which browsers cannot show. Save it as JPEG and send that.',
  'picture-broken': '“{{name}}” cannot be read as a picture. It may be damaged.',
  'picture-large': '“{{name}}” has {{megapixels, number}} megapixels. At most {{most, number}} are allowed.',
  'files-full':
    'The files of this organisation use all of their {{most, number}} GB. Remove some, or ask the operator of the server for more.',
  'most-files': 'A record can have at most {{most, number}} files.',
  'logo-large': 'The picture is too large: at most 512 KB and 20 megapixels.',
  'logo-kind': 'This is not a PNG, JPEG or SVG that can be read.',
  'zip-large':
    'A download can have at most {{photos, number}} photos and {{most, number}} GB. Choose fewer days or one vehicle.',
} as const;
