-- bonafide in Neovim: copy into init.lua, or into after/plugin/bonafide.lua.
local filetypes = { "bib", "tex", "markdown", "quarto", "typst", "org", "rst" }
local config = {
  name = "bonafide",
  cmd = { "bonafide", "lsp" }, -- with "--online", "--contact", "you@example.org": services are asked about a file that is saved
  init_options = {
    -- lint = "warning",       -- the least severity of remarks: "note", "warning", "error", "off"
    -- online = true,          -- false: nothing is asked when a file is saved, whatever cmd says
    -- lens = false,           -- true: the verdict above each entry (vim.lsp.codelens.refresh() shows them)
    -- keys = true,            -- keys that are missing or not used
    -- beside = { "texlab" },  -- do not repeat what texlab says
  },
}

if vim.lsp.config then -- Neovim 0.11 and later
  config.filetypes, config.root_markers = filetypes, { ".bonafide.toml", ".git" }
  vim.lsp.config("bonafide", config)
  vim.lsp.enable("bonafide")
else
  local clients = {} -- by folder
  vim.api.nvim_create_autocmd("FileType", {
    pattern = filetypes,
    callback = function(event)
      local folder = vim.fn.fnamemodify(event.file ~= "" and event.file or ".", ":p:h")
      clients[folder] = clients[folder] or vim.lsp.start_client(vim.tbl_extend("force", config, { root_dir = folder }))
      vim.lsp.buf_attach_client(event.buf, clients[folder])
    end,
  })
end

-- Accepts what is said of the reference at the cursor, with a reason.
vim.api.nvim_create_user_command("BonafideAccept", function(given)
  local here = vim.api.nvim_win_get_cursor(0)
  vim.lsp.buf_request(0, "workspace/executeCommand", {
    command = "bonafide.accept",
    arguments = { { uri = vim.uri_from_bufnr(0), line = here[1] - 1, character = here[2], reason = given.args } },
  }, function(err) if err then vim.notify("bonafide: " .. err.message, vim.log.levels.ERROR) end end)
end, { nargs = "+" })
