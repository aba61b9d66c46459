/** The forms of codes in upper case, without anything around them. */

export const CODE = '[1-9][0-9ACDFGHJKLMNPRSTUWXY][0-9][0-9ACDFGHJKLMNPRSTUWXY]';
/** Four characters, and a fifth digit for another security of the company. */
export const SECURITIES_CODE = new RegExp(`^(${CODE})(\\d?)$`);
export const EDINET_CODE = /^E\d{5}$/;
