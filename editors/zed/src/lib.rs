//! Starts "bonafide lsp", which must be on the path, with the arguments and settings
//! that the user gives under lsp.bonafide.
use zed_extension_api::{self as zed, serde_json, settings::LspSettings, LanguageServerId, Result};

struct Bonafide;

impl zed::Extension for Bonafide {
    fn new() -> Self {
        Bonafide
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &zed::Worktree) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let given = binary.as_ref().and_then(|b| b.path.clone());
        let command = given
            .or_else(|| worktree.which("bonafide"))
            .ok_or("bonafide is not on the path: install it, or set lsp.bonafide.binary.path")?;
        let mut args = vec!["lsp".to_string()];
        args.extend(binary.and_then(|b| b.arguments).unwrap_or_default());
        Ok(zed::Command { command, args, env: worktree.shell_env() })
    }

    fn language_server_initialization_options(&mut self, id: &LanguageServerId, worktree: &zed::Worktree) -> Result<Option<serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(Bonafide);
