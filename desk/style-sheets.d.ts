/** The bundler puts imported style sheets into the desk's own. */
declare module '*.css';
