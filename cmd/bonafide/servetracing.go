package main

import (
	"context"
	"os"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"

	"github.com/bonafide-audit/bonafide/internal/cli"
)

// traced sends the spans of requests and runs to the collector that the variables
// of OpenTelemetry name, by OTLP over HTTP; without them nothing is sent. Spans
// have routes and numbers, no titles.
func traced(ctx context.Context) (stop func(context.Context) error, err error) {
	stop = func(context.Context) error { return nil }
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" || os.Getenv("OTEL_SDK_DISABLED") == "true" {
		return stop, nil
	}
	exporter, err := otlptracehttp.New(ctx) // which reads the variables
	if err != nil {
		return stop, err
	}
	about, err := resource.New(ctx, resource.WithAttributes(semconv.ServiceName("bonafide"), semconv.ServiceVersion(cli.BuildVersion())), resource.WithFromEnv())
	if err != nil {
		return stop, err
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(about))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	return provider.Shutdown, nil
}
