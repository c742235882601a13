package bonafide_test

import (
	"context"
	"fmt"
	"log"

	"github.com/bonafide-audit/bonafide"
)

func ExampleChecker_Check() {
	c, err := bonafide.Open(bonafide.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	refs := `@inproceedings{resnet, title={Deep Residual Learning for Image Recognition},
  author={He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={CVPR}, year={2011}, pages={770--778}}`
	result, err := c.Check(context.Background(), bonafide.File{Name: "refs.bib", Content: []byte(refs)})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range result.Findings {
		fmt.Println(f.Key, f.Outcome, f.Codes)
		for _, r := range f.Reasons {
			if r.Gravity != "" {
				fmt.Println(r.Field, "is", r.Recorded, "not", r.Claimed)
			}
		}
	}
	// Output:
	// resnet discrepant [H4]
	// year is 2016 not 2011
}

func ExampleChecker_Fix() {
	c, err := bonafide.Open(bonafide.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	refs := `@inproceedings{resnet,
  title = {Deep Residual Learning for Image Recognition},
  author = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},
  booktitle = {CVPR},
  year = {2011},
  pages = {770--778},
}
`
	fixed, err := c.Fix(context.Background(), bonafide.File{Name: "refs.bib", Content: []byte(refs)})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(fixed.Changes)
	fmt.Print(string(fixed.Content))
	// Output:
	// [{resnet year 2011 2016 corpus}]
	// @inproceedings{resnet,
	//   title = {Deep Residual Learning for Image Recognition},
	//   author = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},
	//   booktitle = {CVPR},
	//   year = {2016},
	//   pages = {770--778},
	// }
}

func ExampleChecker_Cite() {
	c, err := bonafide.Open(bonafide.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	entry, err := c.Cite(context.Background(), "10.1038/nature14539", "text")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(entry)
	// Output:
	// LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444. https://doi.org/10.1038/nature14539
}
