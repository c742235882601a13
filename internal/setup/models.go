package setup

import "github.com/bonafide-audit/bonafide/internal/setup/models"

// Models are what a user may configure about language models.
type Models = models.Config

// modelSet are the models of a run. A nil set has none.
type modelSet = models.Set

// NoModels is the Models.Model of a run without any.
const NoModels = models.None

// OpenModels opens the models that a user configured; nil without an error
// means that there are none. Nothing is asked yet.
func OpenModels(m Models) (*modelSet, error) { return models.Open(m) }
