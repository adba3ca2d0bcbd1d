;; Headlines of Org files as Emacs reads them: one line "LEVEL<tab>LINE<tab>TITLE" for each.
(require 'org)
(require 'org-element)
(dolist (file command-line-args-left)
  (princ (format "FILE\t%s\n" file))
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8)) (insert-file-contents file))
    (let ((org-inhibit-startup t)) (delay-mode-hooks (org-mode)))
    (org-element-map (org-element-parse-buffer 'headline) 'headline
      (lambda (headline)
        (princ (format "%d\t%d\t%s\n"
                       (org-element-property :level headline)
                       (line-number-at-pos (org-element-property :begin headline))
                       (org-element-property :raw-value headline)))))))
(kill-emacs 0)
