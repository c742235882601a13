-- Runs in Neovim (0.7 and later) without a screen: takes the set-up for users, opens a
-- bibliography, waits for its diagnostics, hovers, makes a correction, waits for its
-- diagnostic to go, and accepts a finding. The set-up and the file are in the
-- environment, the program is on the path. What went wrong is printed, and the editor
-- ends with 1.
local function fail(...)
  io.stderr:write(string.format(...), "\n")
  vim.cmd("cquit 1")
end

local function wait(what, until_)
  if not vim.wait(60000, until_, 20) then fail("%s: did not happen", what) end
end

local ok, err = pcall(function()
  vim.cmd("filetype on")
  dofile(vim.env.SETUP)
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.BIBLIOGRAPHY))
  local buf = vim.api.nvim_get_current_buf()
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  wait("the server starts", function() return #clients() == 1 end)
  local id = clients()[1].id

  local function with(code)
    for _, d in ipairs(vim.diagnostic.get(buf)) do
      if d.code == code then return d end
    end
  end
  wait("diagnostics", function() return with("year-differs") ~= nil end)
  local wrong = with("year-differs")
  vim.api.nvim_win_set_cursor(0, { wrong.lnum + 1, wrong.col })

  local hover = vim.lsp.buf_request_sync(buf, "textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"), 10000)
  local text = hover and hover[id] and hover[id].result and hover[id].result.contents.value or ""
  if not text:find("wrong") or not text:find("2001") then fail("hover says: %s", text) end

  local params = vim.lsp.util.make_range_params(0, "utf-16")
  params.context = { diagnostics = {} }
  local answer = vim.lsp.buf_request_sync(buf, "textDocument/codeAction", params, 10000)
  local done = false
  for _, action in ipairs(answer and answer[id] and answer[id].result or {}) do
    if action.title:find("^Correct the year") then
      if not action.edit then
        local resolved = vim.lsp.buf_request_sync(buf, "codeAction/resolve", action, 10000)
        action = resolved[id].result
      end
      vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      done = true
      break
    end
  end
  if not done then fail("no correction is offered") end
  local line = vim.api.nvim_buf_get_lines(buf, wrong.lnum, wrong.lnum + 1, false)[1]
  if not line:find("{2001}") then fail("the line is %s", line) end
  wait("the diagnostic goes", function() return with("year-differs") == nil end)
  if not with("retracted") then fail("the other diagnostics are gone too") end

  local venue = with("venue-differs")
  vim.api.nvim_win_set_cursor(0, { venue.lnum + 1, venue.col })
  vim.cmd("BonafideAccept the venue is meant")
  wait("what is accepted goes", function() return with("venue-differs") == nil end)
  local all = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), "\n")
  if not all:find("bonafide: ignore H3: the venue is meant", 1, true) then fail("the text is %s", all) end
  vim.lsp.stop_client(id)
  wait("the server ends", function() return vim.lsp.client_is_stopped(id) end)
end)
if not ok then fail("%s", err) end
vim.cmd("qall!")
