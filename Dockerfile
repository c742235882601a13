# The program alone, run by nobody in particular:
#   docker build -t bonafide . && docker run --rm -v "$PWD:/work" bonafide check refs.bib
FROM golang:1.26.4@sha256:792443b89f65105abba56b9bd5e97f680a80074ac62fc844a584212f8c8102c3 AS build
WORKDIR /src
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /bonafide ./cmd/bonafide && mkdir /work

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /work /work
COPY --from=build --chown=65532:65532 /work /tmp
COPY --from=build --chown=65532:65532 /work /data
COPY --from=build /bonafide /bonafide
USER 65532
ENV HOME=/work
WORKDIR /work
ENTRYPOINT ["/bonafide"]
