;;; bonafide in Emacs with eglot: copy into init.el.  -*- lexical-binding: t -*-
(require 'eglot)

;; With "--online" "--contact" "you@example.org" services are asked about a file
;; that is saved.
(add-to-list 'eglot-server-programs
             '((bibtex-mode latex-mode markdown-mode org-mode rst-mode) . ("bonafide" "lsp")))
(add-hook 'bibtex-mode-hook #'eglot-ensure)

(defun bonafide-accept (reason)
  "Dismiss what is said of the reference at point, for REASON."
  (interactive "sWhy is the reference right as it stands? ")
  (jsonrpc-request (eglot--current-server-or-lose) :workspace/executeCommand
                   `(:command "bonafide.accept"
                     :arguments [,(append (eglot--TextDocumentIdentifier)
                                          (plist-get (eglot--TextDocumentPositionParams) :position)
                                          (list :reason reason))])))
