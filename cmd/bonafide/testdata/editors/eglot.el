;;; Runs in Emacs with eglot, without a screen: opens a bibliography, waits for its
;;; diagnostics, makes a correction, and waits for its diagnostic to go.
;;; -*- lexical-binding: t -*-
(require (quote package))
(add-to-list (quote package-directory-list) "/usr/share/emacs/site-lisp/elpa")
(package-initialize)
(load (getenv "SETUP") nil t)
(setq eglot-sync-connect 30 eglot-autoshutdown t)

(defun wait-for (what until)
  (let ((end (time-add nil 60)))
    (while (not (funcall until))
      (when (time-less-p end nil) (error "%s: did not happen" what))
      (accept-process-output nil 0.05))))

(defun texts () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(defun says (words) (seq-some (lambda (text) (string-match-p words text)) (texts)))

(find-file (getenv "BIBLIOGRAPHY"))
(eglot--connect '(bibtex-mode) (cons 'transient default-directory) 'eglot-lsp-server
                (list (getenv "BONAFIDE") "lsp" "--memory" "none") "bibtex")
(wait-for "the connection" (lambda () eglot--managed-mode))
(flymake-mode 1)
(wait-for "diagnostics" (lambda () (flymake-start) (says "Year: 2003")))
(goto-char (point-min))
(search-forward "Random Forests")
(search-forward "2003")
(let* ((server (eglot--current-server-or-lose))
       (actions (jsonrpc-request server :textDocument/codeAction
                                 (list :textDocument (eglot--TextDocumentIdentifier)
                                       :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                       :context '(:diagnostics []))))
       (correct (seq-find (lambda (a) (string-prefix-p "Correct the year" (plist-get a :title))) actions)))
  (unless correct (error "no correction is offered: %S" actions))
  (unless (plist-get correct :edit)
    (setq correct (jsonrpc-request server :codeAction/resolve correct)))
  (eglot--apply-workspace-edit (plist-get correct :edit))
  (goto-char (point-min))
  (search-forward "Random Forests")
  (search-forward "{2001}")
  (eglot--signal-textDocument/didChange) ; what a pause does when there is a screen
  (wait-for "the diagnostic goes" (lambda () (flymake-start) (not (says "Year: 2003"))))
  (unless (says "retracted") (error "the other diagnostics are gone: %S" (texts))))
(set-buffer-modified-p nil)
(kill-emacs 0)
