/** Replaces the optional libraries of jsPDF (pictures of web pages, SVG) that this application never calls. */
export default null;
