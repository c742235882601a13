package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

func newServeAccountCommand(opt *keptOptions) *cobra.Command {
	var days int
	cmd := &cobra.Command{
		Use:   "account",
		Short: "Manage the accounts of the server, and tokens for programs",
		Example: `  bonafide serve account add ann
  bonafide serve account add ann < password.txt
  bonafide serve account token ann "nightly script"
  bonafide serve account list`,
	}
	add := &cobra.Command{
		Use:   "add NAME",
		Short: "Make an account, or change its password; the password is asked for, or read from standard input",
		Args:  cobra.ExactArgs(1),
		RunE: withRuns(opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			password, err := password(cmd)
			if err != nil {
				return cli.UsageError(err)
			}
			if err := store.AddPerson(cmd.Context(), args[0], password); err != nil {
				return cli.UsageError(err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s may log in\n", args[0])
			return nil
		}),
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove an account with all its runs", Args: cobra.ExactArgs(1),
		RunE: withRuns(opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			return unlessNone(store.RemovePerson(cmd.Context(), args[0]), "there is no account %s", args[0])
		}),
	}
	list := &cobra.Command{
		Use: "list", Short: "List the accounts", Args: cobra.NoArgs,
		RunE: withRuns(opt, func(cmd *cobra.Command, _ []string, store *runs.Store) error {
			names, err := store.People(cmd.Context())
			for _, name := range names {
				fmt.Fprintln(cmd.OutOrStdout(), name)
			}
			return err
		}),
	}
	token := &cobra.Command{
		Use: "token NAME LABEL", Short: "Print a token for the programs of an account; it is shown once",
		Args: cobra.ExactArgs(2),
		RunE: withRuns(opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			if days < 1 {
				return cli.UsageError(errors.New("--days: a token lasts a day at least"))
			}
			pass, err := store.NewToken(cmd.Context(), args[0], args[1], time.Duration(days)*24*time.Hour)
			if err == nil {
				fmt.Fprintln(cmd.OutOrStdout(), pass)
			}
			return unlessNone(err, "there is no account %s", args[0])
		}),
	}
	token.Flags().IntVar(&days, "days", 365, "how long it lasts")
	cmd.AddCommand(add, remove, list, token)
	return cmd
}

func withRuns(opt *keptOptions, do func(*cobra.Command, []string, *runs.Store) error) func(*cobra.Command,
	[]string) error {
	return func(cmd *cobra.Command, args []string) error {
		store, err := opt.store(cmd)
		if err != nil {
			return err
		}
		defer store.Close()
		return cli.Failure(do(cmd, args, store))
	}
}

// password asks for a password without showing it, or reads the first line.
func password(cmd *cobra.Command) (string, error) {
	in, isFile := cmd.InOrStdin().(*os.File)
	if isFile && term.IsTerminal(int(in.Fd())) {
		fmt.Fprint(cmd.ErrOrStderr(), "password: ")
		typed, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(cmd.ErrOrStderr())
		return string(typed), err
	}
	line, err := bufio.NewReader(io.LimitReader(cmd.InOrStdin(), 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}
