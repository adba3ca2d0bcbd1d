/** Whether somebody is writing into this element, so that no key of ours may act. */
export const isTyping = (element) =>
  element.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName);
